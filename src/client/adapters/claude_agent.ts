// The A2A tool of one agent for the Claude Agent SDK: `query({ options: { mcpServers: { a2a: createA2ASdkServer(agent) } } })`.
import { createSdkMcpServer, type McpSdkServerConfigWithInstance } from '@anthropic-ai/claude-agent-sdk';
import type { A2AToolOptions, ToolAgent } from '../tool/index.js';
import { SUBAGENT_A2A_TOOLS } from '../tool/index.js';
import { serveA2ATool } from './mcp.js';

const SERVER = 'a2a';

/** For `allowedTools`: the tool under the name that Claude Code gives it. */
export const A2A_ALLOWED_TOOLS = SUBAGENT_A2A_TOOLS.map((name) => `mcp__${SERVER}__${name}`);

/**
 * A server that runs in this process. The SDK's own `tool()` would check the arguments and drop what it does not know
 * before the A2A tool could understand it, so the server's handlers are set directly.
 */
export function createA2ASdkServer(agent: ToolAgent, options: A2AToolOptions = {}): McpSdkServerConfigWithInstance {
  const config = createSdkMcpServer({ name: SERVER, version: '1.0.0', tools: [] });
  // Listed at once instead of being found by a search for tools: what is not seen is not used.
  serveA2ATool(config.instance.server, agent, options, { 'anthropic/alwaysLoad': true });
  return config;
}
