// The Claude Agent SDK's adapter, executed by the SDK: a stand-in for Claude Code makes the calls, the SDK dispatches them.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { A2A_ALLOWED_TOOLS, createA2ASdkServer } from '../../src/client/adapters/claude_agent.js';
import { root } from '../support/paths.js';
import { stub, task } from '../tool/stub.js';
import { run } from './support.js';

const fake = path.join(root, 'build/ts/tests/adapters/fake_claude.js');

interface Seen {
  content: { text: string }[];
  isError: boolean;
}

function parse(result: string): { tools: { name: string; _meta: unknown; inputSchema: unknown }[]; results: Seen[] } {
  const [tools, ...results] = JSON.parse(result) as [never, ...Seen[]];
  return { tools, results };
}

test('query() with the server: listed, called, refused and repaired', async () => {
  const sent: unknown[] = [];
  const agent = stub({
    send: ({ to, parts }) => {
      sent.push(to, parts);
      return Promise.resolve(task);
    },
  });
  const prompt = JSON.stringify([{ action: 'discover' }, { action: 'ask', recipient: 'reviewer', message: 'Hi' }, 'recommended']);
  let result = '';
  const options = { mcpServers: { a2a: createA2ASdkServer(agent) }, allowedTools: A2A_ALLOWED_TOOLS, pathToClaudeCodeExecutable: fake };
  for await (const message of query({ prompt, options }))
    if (message.type === 'result' && message.subtype === 'success') ({ result } = message);
  const { tools, results } = parse(result);
  assert.deepEqual(A2A_ALLOWED_TOOLS, ['mcp__a2a__A2A']);
  assert.deepEqual(
    tools.map(({ name, _meta }) => [name, _meta]),
    [['A2A', { 'anthropic/alwaysLoad': true }]],
  );
  assert.deepEqual(
    results.map(({ isError }) => isError),
    [false, true, false],
  );
  assert.match(results[2]?.content[0]?.text ?? '', /^Sent to reviewer as new task T17/);
  assert.deepEqual(sent, ['reviewer', [{ kind: 'text', text: 'Hi' }]]);
});

test('node claude_agent.js', async (t) => {
  const calls = [{ action: 'send', to: 'echo', text: 'hello' }, 'recommended'];
  const { code, out, err } = await run(t, 'claude_agent', [JSON.stringify(calls)], { CLAUDE_CODE: fake });
  assert.equal(code, 0, err);
  const { results } = parse(out);
  assert.match(results[1]?.content[0]?.text ?? '', /HELLO/);
});
