import { randomUUID } from 'node:crypto';
import type { Message, Part, Role } from '../../generated/ts/index.js';
import type { Content, Outgoing, TaskRef, Words } from './agent_types.js';

export function taskId(task: TaskRef): string {
  return typeof task === 'string' ? task : task.id;
}

/** A message of this content; the same object is to be sent again when the call is repeated. */
export function message(words: Words | Outgoing, role: Role): Message {
  const content: Outgoing = typeof words === 'string' ? { text: words } : words;
  const { to, task, metadata, referenceTasks, extensions } = content;
  return {
    role: content.role ?? role,
    parts: partsOf(content),
    messageId: content.messageId ?? randomUUID(),
    ...(to === undefined ? {} : { to }),
    ...(task === undefined ? {} : { taskId: taskId(task) }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(referenceTasks === undefined ? {} : { referenceTaskIds: referenceTasks.map(taskId) }),
    ...(extensions === undefined ? {} : { extensions: [...extensions] }),
  };
}

export function partsOf({ parts = [], text, data, files = [] }: Content): Part[] {
  return [
    ...parts,
    ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
    ...(data === undefined ? [] : [{ kind: 'data', data } as const]),
    ...files.map((file) => ({ kind: 'file', file }) as const),
  ];
}

/** The text parts of a message, joined by line breaks; other parts are named. */
export function textOf({ parts }: Pick<Message, 'parts'>): string {
  return parts.map(partText).join('\n');
}

function partText(part: Part): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'data') return JSON.stringify(part.data);
  const { name = 'unnamed', mimeType, uri } = part.file;
  return `(file ${[name, mimeType, uri].filter((one) => one !== undefined).join(', ')})`;
}
