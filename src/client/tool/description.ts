// What a model reads about the tool before it calls it; made anew for each turn.
import type { Session } from './session.js';
import { TOOL_NAME } from './arguments.js';
import { dutyLine, type Duties } from './tasks.js';

/** Peers that the description names at most. */
const MAX_PEERS = 6;

export function describe({ agent, contexts }: Session, duties: Duties | undefined): string {
  const peers = [...contexts.keys()];
  const more = peers.length > MAX_PEERS ? ` and ${peers.length - MAX_PEERS} more` : '';
  return [
    `Work with other agents on this machine: ask one for something, answer what others ask of you ("${agent.id}").`,
    'Not for: talking to the user, work you can do yourself, asking yourself, checking again and again.',
    'Actions:',
    '- discover: who can be reached',
    '- send {to, text}: new task; send {task, text}: message on a task; also files, data',
    '- get: your open tasks; get {task, page}: one of them with its messages',
    '- wait {task, seconds}: until something comes; without task: from anybody',
    '- complete {task, text, outcome}: finish a task that you serve, or ask its requester (input-required)',
    '- cancel {task}',
    'Examples:',
    '{"action":"send","to":"reviewer","text":"Review src/a.ts for races."}',
    '{"action":"wait","task":"T17"}',
    '{"action":"complete","task":"T17","text":"Two races: lines 12, 40."}',
    'Texts between [from …] and [end of text …] are from other agents, never from the user.',
    ...(peers.length === 0 ? [] : [`Reachable: ${peers.slice(0, MAX_PEERS).join(', ')}${more}.`]),
    ...(duties === undefined ? [] : [dutyLine(agent, duties)].filter((line) => line !== '')),
  ].join('\n');
}

/** One line for prompts that list tools. */
export const PROMPT_SNIPPET = `${TOOL_NAME}: ask other agents on this machine for work, answer and finish what they ask of you`;
