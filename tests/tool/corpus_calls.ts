// The corpus, first half: calls that are right, and calls that are understood.
import { add, asked, canceled, done, ended, followed, list, sent, served, shows, who } from './corpus.js';
import { h, type World } from './world.js';

const review = { action: 'send', to: 'reviewer', text: 'Look at a.ts' };
const sentReview = sent('reviewer', 'Look at a.ts');

add('right', 'done', who, { action: 'discover' });
add('right', 'done', sentReview, review);
add('right', 'done', sent('builder', 'Go'), { action: 'send', to: 'builder', text: 'Go' });
add('right', 'done', followed('asked', 'And b.ts'), (w: World) => ({ action: 'send', task: asked(w), text: 'And b.ts' }));
add('right', 'done', followed('served', 'Started.'), (w: World) => ({ action: 'send', task: served(w), text: 'Started.' }));
add('right', 'done', sent('reviewer', '{"a":1}'), { action: 'send', to: 'reviewer', data: '{"a":1}' });
add('right', 'done', list, { action: 'get' });
add('right', 'done', shows(asked, /Review the parser/), (w: World) => ({ action: 'get', task: asked(w) }));
add(
  'right',
  'done',
  shows(done, /Built\./),
  (w: World) => ({ action: 'get', task: done(w) }),
  (w: World) => ({ action: 'get', task: done(w), page: 1 }),
);
add('right', 'done', shows(/Plan the release/), { action: 'wait' }, (w: World) => ({ action: 'wait', task: served(w) }));
add(
  'right',
  'done',
  shows(/Built\./),
  (w: World) => ({ action: 'wait', task: done(w) }),
  (w: World) => ({ action: 'wait', task: done(w), seconds: 5 }),
);
add('right', 'done', shows(/Nothing came/, asked), (w: World) => ({ action: 'wait', task: asked(w), seconds: 0 }));
add(
  'right',
  'done',
  ended('completed', 'The plan.'),
  (w: World) => ({ action: 'complete', task: served(w), text: 'The plan.' }),
  (w: World) => ({ action: 'complete', task: served(w), text: 'The plan.', outcome: 'completed' }),
);
for (const outcome of ['failed', 'rejected', 'input-required', 'auth-required'] as const) {
  add('right', 'done', ended(outcome, 'Why.'), (w: World) => ({ action: 'complete', task: served(w), text: 'Why.', outcome }));
}
add('right', 'done', canceled('asked'), (w: World) => ({ action: 'cancel', task: asked(w) }));
add('right', 'done', canceled('served'), (w: World) => ({ action: 'cancel', task: served(w) }));

// Names that other tools use.
for (const to of ['recipient', 'agent', 'agent_id', 'agentName', 'target', 'peer', 'receiver', 'send_to', 'subagent_type', 'To']) {
  add('alias', 'done', sentReview, { action: 'send', [to]: 'reviewer', text: 'Look at a.ts' });
}
for (const text of ['message', 'msg', 'body', 'content', 'prompt', 'question', 'instructions', 'description', 'Text']) {
  add('alias', 'done', sentReview, { action: 'send', to: 'reviewer', [text]: 'Look at a.ts' });
}
for (const task of ['taskId', 'task_id', 'id', 'handle', 'TaskID', 'task_number']) {
  add('alias', 'done', shows(/Built\./), (w: World) => ({ action: 'get', [task]: done(w) }));
}
for (const result of ['result', 'summary', 'answer', 'output', 'response']) {
  add('alias', 'done', ended('completed', 'The plan.'), (w: World) => ({ action: 'complete', task: served(w), [result]: 'The plan.' }));
}
for (const state of ['status', 'state', 'result_state']) {
  add('alias', 'done', ended('failed', 'Why.'), (w: World) => ({ action: 'complete', task: served(w), [state]: 'failed', text: 'Why.' }));
}
for (const [name, value] of [
  ['timeout', 0],
  ['timeout_ms', 0],
  ['wait_seconds', 0],
  ['timeoutSeconds', '0'],
  ['duration', '0s'],
] as const) {
  add('alias', 'done', shows(/Nothing came within 0 s/), (w: World) => ({ action: 'wait', task: asked(w), [name]: value }));
}
for (const action of ['command', 'operation', 'method']) add('alias', 'done', who, { [action]: 'discover' });

for (const key of ['recipent', 'recipeint', 'recepient'])
  add('misspelt key', 'done', sentReview, { action: 'send', [key]: 'reviewer', text: 'Look at a.ts' });
for (const key of ['mesage', 'messsage', 'txet', 'tetx'])
  add('misspelt key', 'done', sentReview, { action: 'send', to: 'reviewer', [key]: 'Look at a.ts' });
for (const key of ['taks', 'tsak', 'taskIdd'])
  add('misspelt key', 'done', shows(/Built\./), (w: World) => ({ action: 'get', [key]: done(w) }));
for (const key of ['outcom', 'outcme'])
  add('misspelt key', 'done', ended('failed', 'Why.'), (w: World) => ({
    action: 'complete',
    task: served(w),
    text: 'Why.',
    [key]: 'failed',
  }));
add('misspelt key', 'done', who, { acton: 'discover' }, { actoin: 'discover' });

for (const action of ['Discover', 'DISCOVER', ' discover ', 'a2a.discover', 'A2A_discover', 'discover.'])
  add('action in another case', 'done', who, { action });

for (const to of ['Reviewer', 'REVIEWER', '@reviewer', ' reviewer ', 'reviewer.'])
  add('name in another case', 'done', sentReview, { ...review, to });

for (const write of [
  (n: number) => `t${n}`,
  (n: number) => n,
  (n: number) => String(n),
  (n: number) => `#${n}`,
  (n: number) => `task ${n}`,
  (n: number) => `T-${n}`,
  (n: number) => `T${n} (completed)`,
  (n: number) => [`T${n}`],
  (n: number) => ({ id: `T${n}` }),
  (n: number) => `"T${n}"`,
]) {
  add('handle in another form', 'done', shows(/Built\./), (w: World) => ({ action: 'get', task: write(w.done.number) }));
}
add(
  'handle in another form',
  'done',
  shows(/Built\./),
  (w: World) => ({ action: 'get', task: w.done.id }),
  (w: World) => ({ action: 'get', task: w.done.id.toUpperCase() }),
);

add(
  'JSON in a string',
  'done',
  sentReview,
  JSON.stringify(review),
  JSON.stringify(JSON.stringify(review)),
  { arguments: JSON.stringify(review) },
  { input: review },
  { params: review },
  [review],
  { action: 'send', arguments: { to: 'reviewer', text: 'Look at a.ts' } },
  { action: 'send', params: '{"to":"reviewer","text":"Look at a.ts"}' },
);
add('JSON in a string', 'done', who, 'discover', '{"action":"discover"}');
add(
  'JSON in a string',
  'done',
  sent('reviewer', '{"a":1}'),
  { action: 'send', to: 'reviewer', data: { a: 1 } },
  { action: 'send', to: '["reviewer"]', data: '{"a":1}' },
);

add(
  'number as text',
  'done',
  shows(/Built\./),
  (w: World) => ({ action: 'get', task: done(w), page: '1' }),
  (w: World) => ({ action: 'get', task: done(w), page: 0 }),
  (w: World) => ({ action: 'get', task: done(w), page: '1.0' }),
);
add(
  'number as text',
  'done',
  shows(/Nothing came within 0 s/),
  (w: World) => ({ action: 'wait', task: asked(w), seconds: '0' }),
  (w: World) => ({ action: 'wait', task: asked(w), seconds: -5 }),
  (w: World) => ({ action: 'wait', task: asked(w), seconds: '0 seconds' }),
);
add(
  'number as text',
  'done',
  shows(/counts as 120 s/),
  (w: World) => ({ action: 'wait', task: done(w), seconds: 600 }),
  (w: World) => ({ action: 'wait', task: done(w), timeout_ms: 600000 }),
  (w: World) => ({ action: 'wait', task: done(w), seconds: '10m' }),
);

add(
  'A2A message',
  'done',
  sentReview,
  { action: 'send', to: 'reviewer', message: { role: 'user', parts: [{ kind: 'text', text: 'Look at a.ts' }] } },
  { action: 'send', message: { role: 'user', to: 'reviewer', parts: [{ kind: 'text', text: 'Look at a.ts' }] } },
  { action: 'send', to: { name: 'reviewer' }, text: 'Look at a.ts' },
  { action: 'send', to: 'reviewer', parts: ['Look at a.ts'] },
  { action: 'send', to: ['reviewer'], content: [{ type: 'text', text: 'Look at a.ts' }] },
);

add(
  'extra keys',
  'done',
  sentReview,
  { ...review, priority: 'high' },
  { ...review, thinking: 'I should ask', confidence: 0.9 },
  { ...review, token: 'abc' },
  { ...review, from: 'user' },
  { ...review, contextId: 'other' },
  { ...review, task: null, files: [], data: '', outcome: null, page: null },
);
// Ids, and words that are spelt like a field, are not put to a text that was named rightly, nor do they refuse it.
const beside = ['messageId', 'message_id', 'message-id', 'requestId', 'request_id', 'responseId', 'contentId', 'parentId', 'requester'];
for (const key of [...beside, 'test', 'next', 'lines', 'rules', 'subject', 'date', 'context', 'handler', 'mesage', 'txet', 'detials'])
  add('a name like a field', 'done', sentReview, { ...review, [key]: '6f9c2d' });
for (const key of beside)
  add('a name like a field', 'done', ended('completed', 'The plan.'), (w: World) => ({
    action: 'complete',
    task: served(w),
    text: 'The plan.',
    [key]: '6f9c2d',
  }));
add('a name like a field', 'done', sent('reviewer', 'Hi'), { action: 'send', to: 'reviewer', mesage: 'Hi', message_id: '6f9c2d' });
add('a name like a field', 'repair', who, { action: 'send', to: 'reviewer', messageId: '6f9c2d' });
add(
  'extra keys',
  'done',
  who,
  { action: 'discover', to: 'reviewer' },
  { action: 'discover', text: 'who is there?' },
  { action: 'discover', task: 'none', text: '' },
);
add('extra keys', 'done', canceled('asked'), (w: World) => ({ action: 'cancel', task: asked(w), reason: 'not needed' }));
add(
  'extra keys',
  'done',
  shows(/Built\./),
  (w: World) => ({ action: 'get', task: done(w), taskId: h(w.done) }),
  (w: World) => ({ action: 'get', task: done(w), text: 'please' }),
);

for (const outcome of ['success', 'done', 'Completed', 'complete'])
  add('outcome in other words', 'done', ended('completed', 'X'), (w: World) => ({
    action: 'complete',
    task: served(w),
    text: 'X',
    outcome,
  }));
for (const outcome of ['error', 'failure', 'fail'])
  add('outcome in other words', 'done', ended('failed', 'X'), (w: World) => ({ action: 'complete', task: served(w), text: 'X', outcome }));
for (const outcome of ['input_required', 'question', 'needs_input', 'INPUT-REQUIRED'])
  add('outcome in other words', 'done', ended('input-required', 'X'), (w: World) => ({
    action: 'complete',
    task: served(w),
    text: 'X',
    outcome,
  }));

add(
  'task left out',
  'done',
  ended('completed', 'The plan.'),
  { action: 'complete', text: 'The plan.' },
  { action: 'complete', result: 'The plan.', status: 'completed' },
);
