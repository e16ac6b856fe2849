// Messages, artifacts and whole tasks as texts for a model, each under the line that says whose they are.
import { BROKER_NAME, type Artifact, type Message, type Part, type Task } from '../../../generated/ts/index.js';
import { sizeOf, type Section } from './pages.js';
import type { Origin } from '../attribution.js';
import { CONTINUES } from './content.js';
import { quoted, snippet } from './provenance.js';
import type { Session } from './session.js';
import { counterpart, handle, serves } from './tasks.js';

/** Where a text of `from` on that task comes from. Contexts of workers are known as far as they were discovered. */
function originOf({ agent, contexts }: Session, task: Task, from: string): Origin {
  const base = { from, task: handle(task) };
  if (from === BROKER_NAME) return base;
  // The task's context is the requester's; where another agent lives, its card tells.
  const context = from === task.requesterName ? task.contextId : contexts.get(from);
  return { ...base, kind: agent.card.kind ?? 'subagent', ...(context === undefined ? {} : { sameSession: context === agent.contextId }) };
}

export function messageSection(session: Session, task: Task, message: Message): Section {
  const from = message.from ?? counterpart(session.agent, task);
  if (from === session.agent.id) return { head: '', text: `You wrote ${snippet(partsText(message.parts), 80)}`, tail: '' };
  return quoted(originOf(session, task, from), partsText(message.parts));
}

function artifactSection(session: Session, task: Task, artifact: Artifact): Section {
  const name = artifact.name ?? artifact.artifactId;
  if (serves(session.agent, task)) return { head: '', text: `Your artifact ${snippet(name, 60)}`, tail: '' };
  return quoted(originOf(session, task, task.agentName), `Artifact ${snippet(name, 60)}:\n${partsText(artifact.parts)}`);
}

/** All of a task, newest first: what has come is what is looked for. */
export function taskSections(session: Session, task: Task): Section[] {
  const messages = [...task.history].reverse().map((message) => messageSection(session, task, message));
  return [...task.artifacts.map((artifact) => artifactSection(session, task, artifact)), ...messages];
}

export function partsText(parts: readonly Part[]): string {
  return parts.map((part, at) => (at === 0 || part.metadata?.[CONTINUES] === true ? '' : '\n') + partText(part)).join('');
}

function partText(part: Part): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'data') return `data: ${JSON.stringify(part.data)}`;
  const { name = 'unnamed', mimeType, uri, bytes } = part.file;
  const content = bytes === undefined ? undefined : Buffer.from(bytes, 'base64');
  const facts = [name, mimeType, uri, content === undefined ? undefined : sizeOf(content.length)].filter((one) => one !== undefined);
  const text = content === undefined ? undefined : asText(content);
  return `(file ${facts.join(', ')}${text === undefined ? '' : '):\n' + text + '\n(end of file'})`;
}

/** The content of a file, if it is text. */
function asText(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
