// Valid values of the protocol's types, written by hand. `minimal` holds only what must be there, `full` every member.
import type * as t from '../../generated/ts/index.js';
import type { tables } from '../../generated/ts/index.js';

export type TypeName = keyof typeof tables;

export interface Sample {
  minimal: object;
  full: object;
}

const text: t.TextPart = { kind: 'text', text: 'hello' };
const file: t.FilePart = {
  kind: 'file',
  file: { name: 'a.txt', mimeType: 'text/plain', uri: 'file:///a.txt', bytes: 'aGVsbG8=' },
  metadata: { size: 5 },
};
const data: t.DataPart = { kind: 'data', data: { deep: [1, [2, { three: null }]] }, metadata: {} };

const message: t.Message = { role: 'user', parts: [text], messageId: 'm1' };
const fullMessage: t.Message = {
  kind: 'message',
  role: 'agent',
  parts: [{ ...text, metadata: { tone: 'calm' } }, file, data],
  messageId: 'm2',
  taskId: 't1',
  contextId: 'c1',
  from: 'ada',
  to: 'bob',
  metadata: { 'x/y': '~' },
  referenceTaskIds: ['t2', 't3'],
  extensions: ['urn:x'],
  omitted: false,
};

const skill: t.AgentSkill = { id: 's', name: 'Skill', description: 'does', tags: ['a', 'b'] };
const card: t.AgentCard = {
  name: 'ada',
  description: 'asks',
  version: '1',
  skills: [],
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: [],
};
const fullCard: t.AgentCard = { ...card, skills: [skill], kind: 'parent', contextId: 'c1', lastSeen: '2026-01-01T00:00:00.000Z' };

const artifact: t.Artifact = { artifactId: 'a1', parts: [text] };
const fullArtifact: t.Artifact = { ...artifact, parts: [file, data], name: 'n', description: 'd', metadata: {}, omitted: false };

const status: t.TaskStatus = { state: 'working', timestamp: '2026-01-01T00:00:00.000Z' };
const fullStatus: t.TaskStatus = { ...status, message: fullMessage };
const fullTask: t.Task = {
  kind: 'task',
  id: 't1',
  contextId: 'c1',
  status: fullStatus,
  history: [message, fullMessage],
  artifacts: [fullArtifact],
  agentName: 'bob',
  requesterName: 'ada',
  generation: 7,
  historyTotal: 2,
  number: 17,
  counterpartLive: true,
  metadata: { plan: 1 },
};
const { kind: _kind, history: _history, artifacts: _artifacts, metadata: _metadata, ...task } = { ...fullTask, status };

const statusUpdate = { taskId: 't1', contextId: 'c1', status, final: false, generation: 1 };
const artifactUpdate = { taskId: 't1', contextId: 'c1', artifact, generation: 1 };
const config: t.PushNotificationConfig = { id: 'p1' };
const fullConfig: t.PushNotificationConfig = { ...config, url: 'https://example.com', token: 'secret' };
const token = { token: 'secret' };
const resume = { agentId: 'ada', secret: 'secret' };
const waitEdge = { agentId: 'ada', taskId: 't1', waitsFor: 'bob' };
const taskParams = { ...token, id: 't1' };
const push = { recipient: 'ada', recipientContextId: 'c1', contextId: 'c1', taskId: 't1', status };
const event = { recipient: 'ada', recipientContextId: 'c1', contextId: 'c1' };
const version = { name: 'a2a-hostd', version: '1', protocolVersion: 10, schemaVersion: 14, contractHash: 'h' };
const handshake = { protocolVersion: 10, host: 'h', hostVersion: '1', features: [], capabilities: ['a2a'] };
const health = {
  ok: true,
  protocolVersion: 10,
  version: '1',
  uptimeMs: 9007199254740991,
  agents: 1,
  openTasks: 2,
  parkedCalls: 0,
  undeliveredEvents: 0,
  outboxBytes: 0,
  databaseBytes: 4096,
  schemaVersion: 14,
  durability: 'normal',
  lastCommitMicros: 12,
};

function same(value: object): Sample {
  return { minimal: value, full: value };
}

function withoutKind({ kind: _, ...rest }: t.Part): object {
  return rest;
}

export const samples: { readonly [T in TypeName]: Sample } = {
  AgentCapabilities: same(card.capabilities),
  AgentCard: { minimal: card, full: fullCard },
  AgentSkill: same(skill),
  AgentsListParams: { minimal: token, full: { ...token, pageToken: 'p' } },
  AgentsListResult: { minimal: { agents: [] }, full: { agents: [fullCard], nextPageToken: 'p' } },
  Artifact: { minimal: artifact, full: fullArtifact },
  DataPart: { minimal: { data: {} }, full: withoutKind(data) },
  ErrorData: {
    minimal: { errorCode: 'A2A_SEND_CAP' },
    full: {
      errorCode: 'A2A_SEND_CAP',
      path: '/params',
      state: 'failed',
      allowed: ['working', 'canceled'],
      by: 'bob',
      candidates: ['bob'],
      reclaimable: true,
      limit: 'sendsPerRun',
      max: 200,
      actual: 201,
      retryable: false,
      outcome: 'none',
      client: 9,
      host: 10,
      supported: [10],
      ref: 'r1',
      cycle: [waitEdge],
    },
  },
  EventsAckParams: { minimal: token, full: { ...token, seqs: [1, 2], upTo: 9 } },
  EventsWaitParams: { minimal: token, full: { ...token, taskId: 't1', timeoutSeconds: 0, afterSeq: 9, max: 32 } },
  EventsWaitResult: same({ events: [{ ...event, event: { kind: 'status-update', ...statusUpdate }, seq: 9 }], more: false }),
  FileContent: { minimal: {}, full: file.file },
  FilePart: { minimal: { file: {} }, full: withoutKind(file) },
  GetVersionParams: same({}),
  GetVersionResult: same(version),
  HandshakeParams: {
    minimal: { protocolVersion: 10 },
    full: { protocolVersion: 10, client: 'c', clientVersion: '1', locale: 'en', acks: true, contractHash: 'h' },
  },
  HandshakeResult: same({ ...handshake, contractHash: 'h', limits: { A2A_MAX_PARTS: 64 } }),
  HealthParams: same({}),
  HealthResult: same(health),
  Message: { minimal: message, full: fullMessage },
  MessageSendConfiguration: {
    minimal: {},
    full: { blocking: true, historyLength: 0, pushNotificationConfig: fullConfig, deadlineSeconds: 60 },
  },
  MessagesGetParams: same({ ...token, taskId: 't1', messageId: 'm1' }),
  MessagesGetResult: { minimal: { message }, full: { message: fullMessage } },
  OkResult: same({ ok: true }),
  Part: { minimal: text, full: file },
  PushConfigDeleteParams: same({ ...token, taskId: 't1', id: 'p1' }),
  PushConfigGetParams: { minimal: { ...token, taskId: 't1' }, full: { ...token, taskId: 't1', id: 'p1' } },
  PushConfigGetResult: { minimal: { config: null }, full: { config: fullConfig } },
  PushConfigListParams: same({ ...token, taskId: 't1' }),
  PushConfigListResult: same({ configs: [config, fullConfig] }),
  PushConfigSetParams: {
    minimal: { ...token, taskId: 't1', config },
    full: { ...token, taskId: 't1', config: fullConfig },
  },
  PushConfigSetResult: { minimal: { config }, full: { config: fullConfig } },
  PushNotification: { minimal: push, full: { ...push, token: 'secret', status: fullStatus } },
  PushNotificationConfig: { minimal: config, full: fullConfig },
  RegisterParams: { minimal: { contextId: 'c1', card }, full: { contextId: 'c1', card: fullCard, resume, secretOnly: true } },
  RegisterResult: same({ agentId: 'ada', token: 'secret', resumeSecret: 'secret', resumed: false }),
  Resume: same(resume),
  SendParams: {
    minimal: { ...token, message },
    full: { ...token, message: fullMessage, configuration: { blocking: false, historyLength: 256 } },
  },
  Task: { minimal: task, full: fullTask },
  TaskArtifactUpdateEvent: {
    minimal: artifactUpdate,
    full: { ...artifactUpdate, artifact: fullArtifact, append: true, lastChunk: false },
  },
  TaskEvent: {
    minimal: { kind: 'status-update', ...statusUpdate },
    full: { kind: 'artifact-update', ...artifactUpdate },
  },
  TaskEventNotification: {
    minimal: { ...event, event: { kind: 'status-update', ...statusUpdate } },
    full: { ...event, event: { kind: 'artifact-update', ...artifactUpdate, append: true }, seq: 9, message: fullMessage },
  },
  TaskParams: same(taskParams),
  TaskResult: { minimal: { task }, full: { task: fullTask } },
  TaskStatus: { minimal: status, full: fullStatus },
  TaskStatusUpdateEvent: { minimal: statusUpdate, full: { ...statusUpdate, status: fullStatus, final: true } },
  TasksArtifactParams: {
    minimal: { ...taskParams, artifact },
    full: { ...taskParams, artifact: fullArtifact, append: true, lastChunk: false, requestId: 'r1' },
  },
  TasksGetParams: { minimal: taskParams, full: { ...taskParams, historyLength: 256, beforeMessageId: 'm1' } },
  TasksListParams: {
    minimal: token,
    full: { ...token, state: 'working', role: 'worker', contextId: 'c1', pageSize: 10, pageToken: 'p' },
  },
  TasksListResult: { minimal: { tasks: [] }, full: { tasks: [fullTask], nextPageToken: 'p' } },
  TasksStatusParams: {
    minimal: { ...taskParams, state: 'canceled' },
    full: { ...taskParams, state: 'working', message },
  },
  TextPart: { minimal: { text: '' }, full: { text: 't', metadata: {} } },
  TokenParams: same(token),
  WaitEdge: same(waitEdge),
};
