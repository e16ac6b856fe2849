import type { AgentCard } from '../../generated/ts/index.js';
import type { Agent } from './agent.js';
import type { RegisterOptions } from './agent_types.js';
import { cardFromSubagentDefinition, type SubagentDefinition } from './cards.js';
import type { Client } from './client.js';
import { isA2AError } from './errors.js';

export type DelegationOptions = RegisterOptions;

/**
 * A delegation and its agent: registered when the delegate is spawned, deregistered when it settles, however it does.
 * Resolves and rejects as `run` does.
 */
export async function withDelegate<T>(
  client: Client,
  who: SubagentDefinition | AgentCard,
  options: DelegationOptions,
  run: (agent: Agent) => Promise<T>,
): Promise<T> {
  const agent = await client.register('skills' in who ? who : cardFromSubagentDefinition(who), options);
  try {
    return await run(agent);
  } finally {
    await settle(agent);
  }
}

/** Deregisters; an agent that is gone already, with its host or without, is no fault of the delegation. */
async function settle(agent: Agent): Promise<void> {
  try {
    await agent.deregister();
  } catch (error) {
    if (!isA2AError(error)) throw error;
  }
}
