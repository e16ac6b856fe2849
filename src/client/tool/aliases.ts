// What models write instead of the tool's names. Keys are bare: letters and digits, lower case.
import type { Action, Field, Outcome } from './arguments.js';

/** Names of fields. `text` comes last where a name could be more than one. */
export const FIELD_ALIASES: Readonly<Record<string, Field>> = {
  ...of('action', 'actions', 'command', 'cmd', 'operation', 'op', 'verb', 'method', 'act', 'type'),
  ...of('to', 'recipient', 'recipients', 'agent', 'agentid', 'agentname', 'target', 'targetagent', 'peer', 'receiver', 'sendto', 'toagent',
    'recipientid', 'recipientname', 'assignee', 'worker', 'name', 'subagent', 'subagenttype', 'addressee'),
  ...of('task', 'tasks', 'taskid', 'taskids', 'id', 'handle', 'taskhandle', 'tasknumber', 'number', 'taskref', 'ticket', 'ref', 'conversationid', 'threadid'),
  ...of('text', 'message', 'messages', 'msg', 'body', 'content', 'contents', 'prompt', 'question', 'answer', 'reply', 'response', 'instructions',
    'instruction', 'description', 'query', 'request', 'summary', 'reason', 'result', 'output', 'note', 'comment', 'parts', 'input'),
  ...of('outcome', 'state', 'status', 'newstate', 'resultstate', 'finalstate', 'verdict'),
  ...of('files', 'file', 'path', 'paths', 'filepath', 'filepaths', 'attachment', 'attachments', 'attach', 'filename', 'filenames'),
  ...of('data', 'json', 'payload', 'datajson', 'jsondata', 'structured', 'object'),
  ...of('seconds', 'second', 'secs', 'sec', 'timeout', 'timeoutseconds', 'timeoutsecs', 'timeoutsec', 'wait', 'waitseconds', 'waitfor', 'duration',
    'maxwait', 'maxseconds', 'timeoutms', 'waitms', 'ms', 'millis', 'milliseconds', 'durationms', 'timeoutmillis', 'blocking', 'minutes'),
  ...of('page', 'pages', 'pagenumber', 'pageno', 'pageindex'),
};

function of<F extends Field>(field: F, ...names: string[]): Record<string, F> {
  return Object.fromEntries([field, ...names].map((name) => [name, field]));
}

/** Members that hold the arguments themselves. */
export const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'args', 'params', 'parameters', 'input', 'toolinput', 'kwargs', 'a2a']);

/** What an unknown action most likely meant. It is suggested, not done. */
export const ACTION_HINTS: Readonly<Record<string, Action>> = {
  ...meaning('discover', 'list', 'listagents', 'agents', 'peers', 'who', 'find', 'search', 'lookup', 'discovery', 'listpeers', 'getagents', 'agentslist', 'whoami'),
  ...meaning('send', 'message', 'ask', 'delegate', 'request', 'tell', 'assign', 'reply', 'respond', 'answer', 'followup', 'create', 'createtask', 'newtask',
    'sendmessage', 'messagesend', 'sendtask', 'start', 'submit', 'dispatch', 'chat', 'talk', 'stream', 'spawn', 'call', 'invoke', 'post', 'write'),
  ...meaning('get', 'read', 'fetch', 'show', 'status', 'check', 'gettask', 'tasksget', 'listtasks', 'taskslist', 'tasks', 'inbox', 'view', 'poll', 'result', 'open',
    'history', 'inspect', 'receive', 'messages', 'info', 'query'),
  ...meaning('wait', 'await', 'listen', 'sleep', 'waitfor', 'eventswait', 'block', 'subscribe', 'watch', 'pause', 'join', 'resubscribe'),
  ...meaning('complete', 'finish', 'done', 'resolve', 'close', 'return', 'deliver', 'fail', 'reject', 'completetask', 'end', 'update', 'updatestatus', 'setstatus',
    'tasksstatus', 'report', 'finalize', 'completed', 'failed', 'rejected', 'success', 'needinput', 'inputrequired', 'authrequired'),
  ...meaning('cancel', 'stop', 'abort', 'kill', 'taskscancel', 'canceltask', 'withdraw', 'terminate', 'delete', 'remove', 'revoke', 'canceled', 'cancelled'),
};

function meaning<A extends Action>(action: A, ...words: string[]): Record<string, A> {
  return Object.fromEntries(words.map((word) => [word, action]));
}

export const OUTCOME_ALIASES: Readonly<Record<string, Outcome>> = {
  ...becomes('completed', 'complete', 'success', 'succeeded', 'successful', 'done', 'ok', 'finished', 'resolved', 'passed', 'true'),
  ...becomes('failed', 'fail', 'failure', 'error', 'errored', 'unsuccessful', 'false'),
  ...becomes('rejected', 'reject', 'refused', 'declined', 'refuse', 'decline'),
  ...becomes('input-required', 'inputrequired', 'input', 'inputneeded', 'needsinput', 'needinput', 'question', 'clarification', 'waitingforinput', 'blocked', 'paused'),
  ...becomes('auth-required', 'authrequired', 'auth', 'authorization', 'authentication', 'needsauth', 'needauth', 'permission', 'approval'),
};

function becomes<O extends Outcome>(outcome: O, ...words: string[]): Record<string, O> {
  return Object.fromEntries([bareOutcome(outcome), ...words].map((word) => [word, outcome]));
}

function bareOutcome(outcome: Outcome): string {
  return outcome.replace('-', '');
}
