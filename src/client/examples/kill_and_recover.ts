// The host is killed in the middle of a conversation, again and again. It comes back by itself, the agents with it, and
// every message arrives exactly once.
//   A2A_HOSTD=/path/to/a2a-hostd node build/ts/src/client/examples/kill_and_recover.js
import assert from 'node:assert/strict';
import { enter, onStage, say, stateOf, wordsOf } from './stage.js';

const messages = 40;
let restarts = 0;

await onStage(
  'recovery',
  async (client) => {
    const teller = await enter(client, 'teller', 'Tells a story');
    const scribe = await enter(client, 'scribe', 'Writes it down');
    const kill = (): void => {
      if (client.pid !== undefined) process.kill(client.pid, 'SIGKILL');
    };

    const task = await teller.send({ to: scribe.id, text: 'Write this down.' });
    await scribe.wait({ task });

    // The scribe writes down what comes while the teller tells it and the host dies.
    const written: string[] = [];
    const writing = (async (): Promise<void> => {
      for await (const event of scribe.events()) {
        written.push(wordsOf(event));
        if (written.length % 10 === 5) kill(); // an event is taken, the host may not know yet
        if (written.length === messages) return;
      }
    })();
    for (let number = 1; number <= messages; ++number) {
      const sent = teller.send({ task, text: `sentence ${number}` });
      if (number % 10 === 0) kill(); // the call is in flight
      await sent; // repeated under its message id if the reply did not come
    }
    await writing;

    const expected = Array.from({ length: messages }, (_, at) => `sentence ${at + 1}`);
    assert.deepEqual(written, expected);
    assert.equal((await teller.get(task)).historyTotal, messages + 1);
    await scribe.complete(task, `${written.length} sentences`);
    assert.deepEqual((await teller.wait({ task })).events.map(stateOf), ['completed']);
    assert.ok(restarts > 0);
    say(scribe, `wrote ${written.length} sentences down, each once, while the host was killed and came back ${restarts} times`);
  },
  { restart: true, onRestart: () => void ++restarts },
);
