// The MCP server, driven by the real MCP client.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createA2AMcpServer } from '../../src/client/adapters/mcp.js';
import type { A2AToolOptions, ToolAgent } from '../../src/client/tool/index.js';
import { recommended } from '../tool/world.js';
import { patient, stub } from '../tool/stub.js';
import { environment, example } from './support.js';

interface Answer {
  text: string;
  isError: boolean;
}

async function call(client: Client, args: unknown, options: Parameters<Client['callTool']>[2] = {}): Promise<Answer> {
  const { content, isError } = await client.callTool({ name: 'A2A', arguments: args as Record<string, unknown> }, undefined, options);
  return { text: (content as { text: string }[]).map(({ text }) => text).join('\n'), isError: isError === true };
}

/** A client and a server of this process. */
async function pair(t: TestContext, agent: ToolAgent, options: A2AToolOptions = {}): Promise<Client> {
  const server = createA2AMcpServer(agent, options);
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  t.after(() => client.close());
  return client;
}

test('node mcp_server.js: an agent asks another and reads the answer', async (t) => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [example('mcp_server'), 'asker'],
    env: environment(t),
    stderr: 'inherit',
  });
  await client.connect(transport);
  t.after(() => client.close());
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['A2A'],
  );
  assert.match(tools[0]?.description ?? '', /Reachable: echo\./);
  assert.match(tools[0]?.description ?? '', /"asker"/);
  assert.equal(JSON.stringify(tools[0]?.inputSchema).includes('asker'), false, 'identity is no parameter');
  assert.match((await call(client, { action: 'discover' })).text, /^1 agent can be reached:\necho \(same session\)/);
  const sent = await call(client, { action: 'send', to: 'echo', text: 'hello' });
  assert.ok(!sent.isError, sent.text);
  const answer = await call(client, recommended(sent.text));
  assert.match(answer.text, /^\[from echo · subagent · this session · T\d+ · not from the user\]\nHELLO\n\[end of text from echo\]$/m);
  // Aliases get through, and what is wrong is answered with the right call, not by the library.
  const wrong = await call(client, { action: 'ask', recipient: 'Echo', message: 'once more' });
  assert.ok(wrong.isError);
  const repaired = await call(client, recommended(wrong.text));
  assert.match(repaired.text, /^Sent to echo as new task/);
});

test('waits stay below 50 s and show progress to who asks for it', async (t) => {
  const { agent, slices, now } = patient();
  const client = await pair(t, agent, { now });
  const progress: (string | undefined)[] = [];
  const { text } = await call(client, { action: 'wait', seconds: 120 }, { onprogress: ({ message }) => progress.push(message) });
  assert.match(text, /a single wait lasts 45 s at most here/);
  assert.deepEqual(slices, [10, 10, 10, 10, 5]);
  assert.deepEqual(progress.slice(0, 2), ['Waiting for anything: 10 of 45 s', 'Waiting for anything: 20 of 45 s']);
});

test('an option cannot lift a wait above the limit, and may lower it', async (t) => {
  for (const [maxWaitSeconds, longest] of [
    [120, 45],
    [7, 7],
  ] as const) {
    const { agent, slices, now } = patient();
    const client = await pair(t, agent, { now, maxWaitSeconds, sliceSeconds: 100 });
    await call(client, { action: 'wait', seconds: 120 });
    assert.deepEqual(slices, [longest]);
  }
});

test('a client that cancels ends the wait', async (t) => {
  const controller = new AbortController();
  let ended: (() => void) | undefined;
  const over = new Promise<void>((resolve) => (ended = resolve));
  const agent = stub({
    wait: ({ signal }) => {
      signal?.addEventListener('abort', () => ended?.());
      controller.abort();
      return new Promise(() => undefined);
    },
  });
  const client = await pair(t, agent);
  await assert.rejects(call(client, { action: 'wait', seconds: 40 }, { signal: controller.signal }));
  await over;
});

test('another tool is refused by name', async (t) => {
  const client = await pair(t, stub({}));
  const { content, isError } = await client.callTool({ name: 'B2B', arguments: {} });
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /There is no tool.*B2B.*A2A/);
});
