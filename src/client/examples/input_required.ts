// A worker that cannot go on asks; the answer lets it.
//   A2A_HOSTD=/path/to/a2a-hostd node build/ts/src/client/examples/input_required.js
import assert from 'node:assert/strict';
import { enter, onStage, say, stateOf, wordsOf } from './stage.js';

await onStage('input-required', async (client) => {
  const lead = await enter(client, 'lead', 'Plans');
  const coder = await enter(client, 'coder', 'Writes code');

  const task = await lead.send({ to: coder.id, text: 'Add a --json flag.' });
  await coder.wait({ task });
  await coder.status(task, 'input-required', 'One object per line, or one array?');

  const asked = await lead.wait({ task });
  assert.deepEqual(asked.events.map(stateOf), ['input-required']);
  say(lead, `is asked: "${asked.events.map(wordsOf).join()}"`);
  await lead.send({ task, text: 'One object per line.' });

  const answered = await coder.wait({ task });
  assert.deepEqual(answered.events.map(stateOf), ['working']);
  say(coder, `goes on with: "${answered.events.map(wordsOf).join()}"`);
  await coder.artifact(task, { artifactId: 'patch', name: 'patch.diff', parts: [{ kind: 'text', text: '+  --json' }] });
  await coder.complete(task, 'Done, see patch.diff.');

  const end: string[] = [];
  while (end.at(-1) !== 'completed') end.push(...(await lead.wait({ task })).events.map(stateOf));
  assert.deepEqual(end, ['artifact patch', 'completed']);
  const { artifacts, history } = await lead.get(task);
  assert.equal(artifacts.length, 1);
  for (const message of history)
    say({ id: message.from ?? '' }, message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join());
});
