// One turn of Claude with the A2A tool; an agent "echo" is there to be asked.
//   node claude_agent.js [PROMPT]      A2A_HOSTD names the daemon, CLAUDE_CODE the executable of Claude Code if not the SDK's own
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { A2A_ALLOWED_TOOLS, createA2ASdkServer } from '../adapters/claude_agent.js';
import { cardFromSubagentDefinition, Client } from '../index.js';
import { startEcho } from './echo_peer.js';

const prompt = process.argv[2] ?? 'Ask the agent "echo" to repeat "hello" and tell me what it answers.';
const executable = process.env['CLAUDE_CODE'];

const client = await Client.connect({ name: 'claude', db: path.join(mkdtempSync(path.join(tmpdir(), 'a2a-claude-')), 'host.db') });
const agent = await client.register(cardFromSubagentDefinition({ name: 'claude', description: 'Claude' }), { contextId: 'claude' });
await startEcho(client, 'claude');
try {
  const turn = query({
    prompt,
    options: {
      mcpServers: { a2a: createA2ASdkServer(agent) },
      allowedTools: A2A_ALLOWED_TOOLS,
      ...(executable === undefined ? {} : { pathToClaudeCodeExecutable: executable }),
    },
  });
  for await (const message of turn) {
    if (message.type === 'result') console.log(message.subtype === 'success' ? message.result : message.subtype);
  }
} finally {
  await client.dispose();
}
