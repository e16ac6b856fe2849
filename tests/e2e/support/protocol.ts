// The generated types of the protocol, under the short names that the tests use.
export const protocolVersion = 10;
export type Method = string;
export type Notification = string;
export type ParamsOf<_M> = any;
export type Result<_M> = any;
export type Params<_N> = any;
export type Task = any;
export type TaskState = string;
export type Message = any;
export type AgentCard = any;
