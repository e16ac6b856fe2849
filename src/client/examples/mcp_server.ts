// An MCP server on stdio for one agent, with an agent "echo" beside it to talk to.
//   node mcp_server.js NAME [DATABASE]      A2A_AGENT, A2A_DB and A2A_HOSTD say the same by environment
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createA2AMcpServer } from '../adapters/mcp.js';
import { cardFromSubagentDefinition, Client } from '../index.js';
import { startEcho } from './echo_peer.js';

const name = process.argv[2] ?? process.env['A2A_AGENT'] ?? 'planner';
const db = process.argv[3] ?? process.env['A2A_DB'] ?? path.join(mkdtempSync(path.join(tmpdir(), 'a2a-mcp-')), 'host.db');

const client = await Client.connect({ name: 'mcp-server', db, restart: true });
const agent = await client.register(cardFromSubagentDefinition({ name, description: 'Whoever is behind this MCP server' }), {
  contextId: 'mcp',
});
await startEcho(client, 'mcp');

const server = createA2AMcpServer(agent);
server.server.onclose = () => void client.dispose();
process.stdin.once('end', () => void server.close());
await server.connect(new StdioServerTransport());
