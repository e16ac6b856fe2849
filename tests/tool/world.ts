// A small world for the tool's tests: a planner with the tool, two agents it works with, and tasks in several states.
import type { TestContext } from 'node:test';
import type { Task } from '../../generated/ts/index.js';
import type { Agent, Client } from '../../src/client/index.js';
import { createA2ATool, type A2ATool, type A2AToolOptions } from '../../src/client/tool/index.js';
import { connect, register } from '../client/support.js';

export interface World {
  client: Client;
  planner: Agent;
  reviewer: Agent;
  builder: Agent;
  tool: A2ATool;
  /** Planner asked reviewer; submitted. */
  asked: Task;
  /** Builder asked planner; submitted. */
  served: Task;
  /** Planner asked builder; completed with "Built.". */
  done: Task;
  /** Reviewer asked builder: none of planner's business. */
  foreign: Task;
  /** Ends the agents, so that the next world gets their names again. */
  end(): Promise<void>;
}

export async function host(t: TestContext): Promise<Client> {
  return await connect(t);
}

export async function world(client: Client, options: A2AToolOptions = {}): Promise<World> {
  const planner = await register(client, 'planner');
  const reviewer = await register(client, 'reviewer');
  const builder = await register(client, 'builder', { contextId: 'other' });
  const asked = await planner.send({ to: reviewer.id, text: 'Review the parser.' });
  const served = await builder.send({ to: planner.id, text: 'Plan the release.' });
  const done = await planner.send({ to: builder.id, text: 'Build it.' });
  await builder.complete(done, 'Built.');
  const foreign = await reviewer.send({ to: builder.id, text: 'Build the docs.' });
  const agents = [planner, reviewer, builder];
  return {
    client,
    planner,
    reviewer,
    builder,
    asked,
    served,
    done,
    foreign,
    tool: createA2ATool(planner, options),
    async end() {
      for (const agent of agents) await agent.deregister();
    },
  };
}

export function h(task: Pick<Task, 'number'>): string {
  return `T${task.number}`;
}

/** The call that a text recommends, as a model would copy it. */
export function recommended(text: string): unknown {
  const [, json] = /^Next call: A2A (\{.*\})$/m.exec(text) ?? [];
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}
