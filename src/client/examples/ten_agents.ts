// Ten agents of three sessions on one pipe: each sends to every other, each answers what it gets.
//   A2A_HOSTD=/path/to/a2a-hostd node build/ts/src/client/examples/ten_agents.js
import assert from 'node:assert/strict';
import type { Agent } from '../index.js';
import { enter, onStage, say, wordsOf } from './stage.js';

await onStage('ten-agents', async (client) => {
  const agents: Agent[] = [];
  for (let at = 0; at < 10; ++at) agents.push(await enter(client, `agent${at}`, `Number ${at}`, `session${at % 3}`));

  const serve = async (agent: Agent): Promise<number> => {
    let served = 0;
    let answers = 0;
    for await (const { event, message } of agent.events()) {
      if (event.kind !== 'status-update') continue;
      if (event.final) {
        assert.match(wordsOf({ event, message } as never), new RegExp(`^agent\\d to ${agent.id}$`));
        ++answers;
      } else {
        await agent.complete(event.taskId, `${agent.id} to ${message?.from}`);
        ++served;
      }
      if (served === 9 && answers === 9) break;
    }
    return served;
  };
  const served = Promise.all(agents.map(serve));
  await Promise.all(
    agents.flatMap((from) => agents.filter((to) => to !== from).map((to) => from.send({ to: to.id, text: `from ${from.id}` }))),
  );
  assert.equal(
    (await served).reduce((sum, one) => sum + one),
    90,
  );
  assert.equal((await client.app.health()).openTasks, 0);
  for (const agent of agents) {
    const sessions = new Set((await agent.discover()).map(({ contextId }) => contextId));
    assert.deepEqual([...sessions].sort(), ['session0', 'session1', 'session2']);
    say(agent, `of ${agent.contextId} served 9 tasks and had 9 answers`);
  }
});
