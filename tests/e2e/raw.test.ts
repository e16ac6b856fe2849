// Contract section 1: free-form JSON is relayed as written, number text, key order and escapes included.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent } from './support/agents.js';
import { Host } from './support/host.js';

/** What goes in as free-form JSON and, where it differs, what comes out. */
const values: [written: string, relayed?: string][] = [
  ['{"n":9007199254740993}'],
  ['{"n":1e400}'],
  ['{"n":-1E-400,"m":1.0,"o":100e-2,"p":-0}'],
  ['{"n":123456789012345678901234567890}'],
  ['{"b":1,"a":2,"c":{"z":0,"y":1},"0":5}'],
  ['{"s":"\\u0061\\/\\n\\"\\\\ \\ud83d\\ude00 😀"}'],
  ['{"dup":1,"dup":2}'],
  ['{"__proto__":{"x":1},"constructor":null,"toString":[]}'],
  ['{ "a" :\t[ 1 , 2 ,\r {} ] , "b" : " kept " }', '{"a":[1,2,{}],"b":" kept "}'],
  ['{"s":"\u007f|\u0085|\u2028|\u2029"}', '{"s":"\\u007f|\\u0085|\\u2028|\\u2029"}'],
  ['{"k\u2028":"\\u2028"}', '{"k\\u2028":"\\u2028"}'],
  ['{"":{"":[[],{},"",0,false,null]}}'],
];

for (const [index, [written, relayed = written]] of values.entries()) {
  test(`relayed as written, in data, metadata and unknown members: case ${index} ${relayed.slice(0, 60)}`, async (t) => {
    const host = await Host.start(t);
    const worker = await Agent.register(host, 'worker');
    const asker = await Agent.register(host, 'asker');
    const message = `{"role":"user","messageId":"m","to":"worker","metadata":${written},"xNew":${written},` +
      `"parts":[{"kind":"data","data":${written},"metadata":${written},"xPart":${written}},{"kind":"file","file":{"xFile":${written}}}]}`;
    host.raw(`{"jsonrpc":"2.0","id":"s","method":"a2a.message.send","params":{"token":"${asker.token}","message":${message}}}`);
    const sent = await host.reply('s');
    const count = (line: string): number => line.split(relayed).length - 1;
    assert.equal(count(sent.text), 7, sent.text); // the message, and the task's metadata
    const id = sent.result.task.id;
    const answer = message.replace('"to":"worker",', '').replace('"user"', '"agent"').replace('"m"', '"m2"');
    host.raw(`{"jsonrpc":"2.0","id":"a","method":"a2a.tasks.status","params":{"token":"${worker.token}","id":"${id}","state":"completed","message":${answer}}}`);
    const done = await host.reply('a');
    assert.equal(count(done.text), 13, done.text); // in status.message, in history, and the task's metadata
    await host.barrier();
    const event = [...host.frames].reverse().find((frame) => frame.method === 'a2a.task.event' && frame.params.recipient === 'asker');
    assert.equal(count(event?.text ?? ''), 6, event?.text);
    // And from the disk.
    const again = await host.restart();
    const back = await asker.reclaim(again);
    const read = await again.reply(again.post('a2a.tasks.get', { token: back.token, id }));
    assert.equal(count(read.text), 19, read.text);
  });
}

test('free-form JSON of a card is relayed as written', async (t) => {
  const host = await Host.start(t);
  const asker = await Agent.register(host, 'asker');
  for (const [index, [written, relayed = written]] of values.entries()) {
    const base = '"description":"","version":"1","skills":[],"capabilities":{"streaming":false,"pushNotifications":false},"defaultInputModes":[],"defaultOutputModes":[]';
    const reply = await host.ask(
      `{"jsonrpc":"2.0","id":1,"method":"a2a.agents.register","params":{"contextId":"c","card":{"name":"n${index}",${base},"xNew":${written}}}}`,
    );
    assert.ok(reply.result, reply.text);
    const list = await host.reply(host.post('a2a.agents.list', { token: asker.token }));
    assert.ok(list.text.includes(`"xNew":${relayed}`), list.text);
    host.raw(`{"jsonrpc":"2.0","method":"a2a.agents.deregister","params":{"token":"${reply.result.token}"}}`);
  }
});
