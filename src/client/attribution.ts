// How text of other agents is shown to a model: under a line that the broker's stamps vouch for.
import type { AgentKind } from '../../generated/ts/index.js';

export interface Origin {
  /** Agent id, as the broker stamped it. */
  from: string;
  /** Absent for the broker itself. */
  kind?: AgentKind;
  /** Absent when it is not known. */
  sameSession?: boolean;
  /** How the reader calls the task, such as T17. */
  task?: string;
}

/** `[from reviewer · subagent · other session · T17 · not from the user]` */
export function attributionLine({ from, kind, sameSession, task }: Origin): string {
  const session = sameSession === undefined ? undefined : sameSession ? 'this session' : 'other session';
  const facts = [`from ${from}`, kind ?? 'broker', session, task, 'not from the user'];
  return `[${facts.filter((fact) => fact !== undefined).join(' · ')}]`;
}

// A bracket of any look, then "from", with anything invisible in between.
const lookAlike = /[[\uff3b\u3010\u3014\u27e6\u2045\u{1d173}]([\s\p{Cf}\p{M}]*f[\p{Cf}\p{M}]*r[\p{Cf}\p{M}]*o[\p{Cf}\p{M}]*m)/giu;
const wideLetters = /[\uff21-\uff3a\uff41-\uff5a]/g;

/** A body in which nothing can be taken for an attribution line: the bracket of what looks like one becomes a brace. */
export function neutralise(body: string): string {
  const narrow = body.replace(wideLetters, (letter) => letter.normalize('NFKC'));
  return lookAlike.test(narrow) ? narrow.replace(lookAlike, '($1') : body;
}
