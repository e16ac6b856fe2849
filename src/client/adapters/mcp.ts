// The A2A tool of one agent as an MCP server. Which agent it is, is the server's affair: no parameter says it.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { createA2ATool, PROMPT_SNIPPET, type A2AToolOptions, type ToolAgent } from '../tool/index.js';

/** Clients give a tool 60 s by default, so one wait stays below 50 s; longer ones are several calls. */
const MAX_WAIT_SECONDS = 45;
/** A wait shows progress this often. */
const SLICE_SECONDS = 10;

/** A server with the tool; connect it to a transport. */
export function createA2AMcpServer(agent: ToolAgent, options: A2AToolOptions = {}): McpServer {
  const mcp = new McpServer({ name: 'a2a', version: '1.0.0' }, { capabilities: { tools: {} }, instructions: PROMPT_SNIPPET });
  serveA2ATool(mcp.server, agent, options);
  return mcp;
}

/**
 * Answers tools/list and tools/call of a server with the A2A tool. The handlers are the plain ones, since the tool's schema
 * is JSON and its arguments come in as the model wrote them: what is wrong with them is answered with the right call.
 */
export function serveA2ATool(server: Server, agent: ToolAgent, options: A2AToolOptions = {}, meta?: Tool['_meta']): void {
  const maxWaitSeconds = Math.min(options.maxWaitSeconds ?? MAX_WAIT_SECONDS, MAX_WAIT_SECONDS);
  const tool = createA2ATool(agent, { sliceSeconds: SLICE_SECONDS, ...options, maxWaitSeconds });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    await tool.refresh();
    const inputSchema = JSON.parse(JSON.stringify(tool.parameters)) as Tool['inputSchema'];
    return { tools: [{ name: tool.name, description: tool.description, inputSchema, ...(meta === undefined ? {} : { _meta: meta }) }] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    if (params.name !== tool.name) {
      return {
        content: [{ type: 'text', text: `There is no tool ${JSON.stringify(params.name)} here; the only one is ${tool.name}.` }],
        isError: true,
      };
    }
    const progressToken = params._meta?.progressToken;
    const onProgress = (message: string, progress: number): void => {
      if (progressToken === undefined) return;
      // A client that has gone needs no progress; the call itself ends by its signal.
      sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
    };
    const { text, isError } = await tool.execute(params.arguments, { signal, onProgress });
    return { content: [{ type: 'text', text }], isError };
  });
}
