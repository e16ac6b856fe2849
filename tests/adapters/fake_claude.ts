// Stands in for the executable of Claude Code: the real SDK spawns it, serves its MCP servers to it, and carries out the
// calls that it makes. What a model would decide comes as JSON in the prompt: a list of calls of the tool. A call may be
// "recommended", which makes the call that the result before it recommends.
import { createInterface } from 'node:readline';

interface Frame {
  type: string;
  request_id?: string;
  request?: { subtype: string; sdkMcpServers?: string[] };
  response?: { request_id: string; response?: { mcp_response?: Reply } };
  message?: { content: string | { text: string }[] };
}

interface Reply {
  result?: { tools?: unknown[]; content?: { text: string }[]; isError?: boolean };
}

const waiting = new Map<string, (reply: Reply) => void>();
let ids = 0;
let server = '';

function write(frame: unknown): void {
  process.stdout.write(`${JSON.stringify(frame)}\n`);
}

/** One MCP message to the server that the SDK holds, as Claude Code sends it. */
function mcp(method: string, params: unknown = {}): Promise<Reply> {
  const id = `r${++ids}`;
  const notification = method.startsWith('notifications/');
  const message = { jsonrpc: '2.0', method, params, ...(notification ? {} : { id: ids }) };
  write({ type: 'control_request', request_id: id, request: { subtype: 'mcp_message', server_name: server, message } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function turn(prompt: string): Promise<void> {
  await mcp('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fake', version: '1' } });
  await mcp('notifications/initialized');
  const seen: unknown[] = [(await mcp('tools/list')).result?.tools];
  let last = '';
  for (const call of JSON.parse(prompt) as unknown[]) {
    const [, recommended = '{}'] = /^Next call: A2A (.*)$/m.exec(last) ?? [];
    const args = call === 'recommended' ? (JSON.parse(recommended) as unknown) : call;
    const { result } = await mcp('tools/call', { name: 'A2A', arguments: args });
    seen.push(result);
    last = result?.content?.[0]?.text ?? '';
  }
  write({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: JSON.stringify(seen),
    session_id: 's',
    uuid: 'u',
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    total_cost_usd: 0,
    usage: {},
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const frame = JSON.parse(line) as Frame;
  if (frame.type === 'control_request') {
    if (frame.request?.subtype === 'initialize') [server = ''] = frame.request.sdkMcpServers ?? [];
    write({
      type: 'control_response',
      response: { subtype: 'success', request_id: frame.request_id, response: { commands: [], models: [], account: {} } },
    });
  } else if (frame.type === 'control_response' && frame.response !== undefined) {
    waiting.get(frame.response.request_id)?.(frame.response.response?.mcp_response ?? {});
  } else if (frame.type === 'user') {
    const content = frame.message?.content ?? '';
    void turn(typeof content === 'string' ? content : content.map(({ text }) => text).join(''));
  }
}
