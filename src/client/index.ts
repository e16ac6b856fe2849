// @a2a-host/client: a typed client of a2a-hostd, and agents on it.
export { Agent } from './agent.js';
export type { AgentServices } from './agent_link.js';
export type * from './agent_types.js';
export { attributionLine, neutralise, type Origin } from './attribution.js';
export { cardFromSubagentDefinition, type SubagentDefinition } from './cards.js';
export { Client, type ClientOptions } from './client.js';
export type { CallOptions } from './connection.js';
export { withDelegate, type DelegationOptions } from './delegation.js';
export {
  A2AError,
  CallTimeoutError,
  HostUnavailableError,
  isA2AError,
  type ClientErrorName,
  type ErrorCode,
} from './errors.js';
export { binaryVariable, findBinary, platformPackage } from './host_binary.js';
export { HostProcess, type HostExit, type HostProcessOptions } from './host_process.js';
export { LineReader, type Line } from './line_reader.js';
export { textOf } from './messages.js';
export type { RestartOptions } from './supervisor.js';
