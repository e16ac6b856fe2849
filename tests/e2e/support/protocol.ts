// The generated types of the protocol, under the short names that the tests use.
import type { HostNotificationName, HostNotifications, MethodName, Methods } from '../../../generated/ts/index.js';

export { protocolVersion } from '../../../generated/ts/index.js';
export type { AgentCard, Artifact, Message, Part, Task, TaskState } from '../../../generated/ts/index.js';

export type Method = MethodName;
export type Notification = HostNotificationName;
export type ParamsOf<M extends Method> = Methods[M]['params'];
export type Result<M extends Method> = Methods[M]['result'];
export type Params<N extends Notification> = HostNotifications[N];
