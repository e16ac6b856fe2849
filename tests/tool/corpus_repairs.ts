// The corpus, second half: calls that are refused, each with the call that does what was most likely meant.
import { add, asked, canceled, done, ended, followed, list, sent, served, shows, who } from './corpus.js';
import { h, type World } from './world.js';

const sentReview = sent('reviewer', 'Look at a.ts');
const review = { to: 'reviewer', text: 'Look at a.ts' };

for (const action of ['message', 'ask', 'delegate', 'sendMessage', 'message.send', 'snd', 'reply', 'a2a.message.send'])
  add('unknown action', 'repair', sentReview, { action, ...review });
for (const action of ['list', 'agents', 'find', 'discovr', 'list_agents']) add('unknown action', 'repair', who, { action });
for (const action of ['read', 'status', 'list_tasks', 'inbox', 'gte', 'tasks.list']) add('unknown action', 'repair', list, { action });
for (const action of ['finish', 'done', 'complte', 'resolve'])
  add('unknown action', 'repair', ended('completed', 'The plan.'), (w: World) => ({ action, task: served(w), text: 'The plan.' }));
add('unknown action', 'repair', ended('failed', 'Why.'), (w: World) => ({ action: 'fail', task: served(w), text: 'Why.' }));
add('unknown action', 'repair', ended('rejected', 'Why.'), (w: World) => ({ action: 'reject', task: served(w), text: 'Why.' }));
for (const action of ['stop', 'abort', 'cancle', 'kill'])
  add('unknown action', 'repair', canceled('asked'), (w: World) => ({ action, task: asked(w) }));
for (const action of ['await', 'sleep', 'wiat']) add('unknown action', 'repair', shows(/Plan the release/), { action });
add('unknown action', 'repair', who, { action: 'frobnicate' }, 'hello there');

add('action left out', 'repair', sentReview, review, { task: null, ...review });
add('action left out', 'repair', who, {}, null, undefined, '', [], 42);
add('action left out', 'repair', shows(/Built\./), (w: World) => ({ task: done(w) }));
add('action left out', 'repair', ended('failed', 'Why.'), (w: World) => ({ task: served(w), outcome: 'failed', text: 'Why.' }));

add(
  'union',
  'repair',
  sentReview,
  { action: 'send|wait', ...review },
  { action: ['send', 'wait'], ...review },
  { action: 'send, wait', ...review },
  { action: 'send and wait', ...review },
);
add('union', 'repair', sentReview, { action: 'send', to: ['reviewer', 'builder'], text: 'Look at a.ts' });
add(
  'union',
  'repair',
  shows(/Built\./),
  (w: World) => ({ action: 'get', task: [done(w), asked(w)] }),
  (w: World) => ({ action: 'get', tasks: [done(w), served(w)] }),
);
add('union', 'repair', list, { action: 'get|wait' }, { action: 'get or discover' });

for (const to of ['reviwer', 'reveiwer', 'reviewr', 'revewer', 'code-reviewer', 'review'])
  add('misspelt name', 'repair', sentReview, { action: 'send', to, text: 'Look at a.ts' });
for (const to of ['bilder', 'biulder']) add('misspelt name', 'repair', sent('builder', 'Go'), { action: 'send', to, text: 'Go' });
add(
  'unknown name',
  'repair',
  who,
  { action: 'send', to: 'quantum', text: 'Hi' },
  { action: 'send', to: 'user', text: 'Hi' },
  { action: 'send', to: 'a2a-host', text: 'Hi' },
  { action: 'send', to: 'everyone', text: 'Hi' },
);
add('oneself', 'repair', who, { action: 'send', to: 'planner', text: 'Hi' }, { action: 'send', to: 'Planner', text: 'Hi' });
// Builder sits elsewhere, so one left out means the only one of the same session.
add('name left out', 'done', sentReview, { action: 'send', text: 'Look at a.ts' });

// Nobody's words but the model's own are sent: the recommended call shows what there is to write about.
add(
  'text left out',
  'repair',
  who,
  { action: 'send', to: 'reviewer' },
  { action: 'send', to: 'reviewer', text: '' },
  { action: 'send', to: 'reviewer', text: null },
  { action: 'ask', to: 'reviewer' },
);
add('text left out', 'repair', shows(asked, /Review the parser/), (w: World) => ({ action: 'send', task: asked(w) }));
add(
  'text left out',
  'repair',
  shows(served, /Plan the release/),
  { action: 'complete' },
  (w: World) => ({ action: 'complete', task: served(w) }),
  (w: World) => ({ action: 'complete', task: served(w), outcome: 'failed' }),
  (w: World) => ({ action: 'finish', task: served(w) }),
);
add(
  'blank of an example',
  'repair',
  shows(served, /Plan the release/),
  ...[
    ...['<your result>', ' <your answer> ', '<Your result here>', '<a shorter text>', '"<your result>"', '<your result>.', '<result>'],
    ...['`<your result>`', '**<your result>**', 'Result: <your result>', '**<the result>.**', '“<your_result>”', '&lt;your result&gt;'],
  ].map((text) => (w: World) => ({
    action: 'complete',
    task: served(w),
    text,
  })),
  (w: World) => ({ action: 'send', task: served(w), text: '<your text>' }),
);
add('blank of an example', 'repair', who, { action: 'send', to: 'reviewer', text: '<your text>' });
for (const text of ['Use <your name> here.', '<title>', '`<result>` is missing', 'Fixed: <br>'])
  add('blank of an example', 'done', ended('completed', text), (w: World) => ({ action: 'complete', task: served(w), text }));

// Which one is meant nobody knows, and a cancel cannot be taken back.
add('task left out', 'repair', list, { action: 'cancel' }, { action: 'cancel', text: 'stop it' });

add(
  'wrong owner',
  'repair',
  shows(asked, /Review the parser/),
  (w: World) => ({ action: 'complete', task: asked(w), text: 'Done.' }),
  (w: World) => ({ action: 'complete', task: asked(w), text: 'Done.', outcome: 'failed' }),
  (w: World) => ({ action: 'complete', task: w.asked.id, text: 'Done.' }),
  (w: World) => ({ action: 'complete', task: asked(w) }),
);
for (const action of ['get', 'cancel', 'wait', 'send', 'complete']) {
  add(
    'no party',
    'repair',
    list,
    (w: World) => ({ action, task: h(w.foreign), text: 'Hi' }),
    (w: World) => ({ action, task: w.foreign.id, text: 'Hi' }),
  );
}
for (const action of ['get', 'cancel', 'wait', 'send', 'complete']) {
  add(
    'missing task',
    'repair',
    list,
    { action, task: 'T99999', text: 'Hi' },
    { action, task: '00000000-0000-7000-8000-000000000000', text: 'Hi' },
    { action, task: 'the review', text: 'Hi' },
  );
}

add('task has ended', 'repair', sent('builder', 'Again.'), (w: World) => ({ action: 'send', task: done(w), text: 'Again.' }));
add(
  'task has ended',
  'repair',
  shows(/Built\./),
  (w: World) => ({ action: 'cancel', task: done(w) }),
  (w: World) => ({ action: 'complete', task: done(w), text: 'Done.' }),
  (w: World) => ({ action: 'complete', task: done(w) }),
  (w: World) => ({ action: 'send', task: done(w) }),
);

add('task and another name', 'repair', sent('builder', 'Hi'), (w: World) => ({
  action: 'send',
  task: asked(w),
  to: 'builder',
  text: 'Hi',
}));
add('task and another name', 'done', followed('asked', 'Hi'), (w: World) => ({
  action: 'send',
  task: asked(w),
  to: 'Reviewer',
  text: 'Hi',
}));

add('wrong action', 'repair', ended('completed', 'The plan.'), (w: World) => ({
  action: 'send',
  task: served(w),
  outcome: 'completed',
  text: 'The plan.',
}));
add(
  'wrong action',
  'repair',
  canceled('served'),
  (w: World) => ({ action: 'complete', task: served(w), outcome: 'canceled', text: 'No.' }),
  (w: World) => ({ action: 'complete', task: served(w), outcome: 'cancelled', text: 'No.' }),
);
add('wrong value', 'repair', ended('completed', 'X'), (w: World) => ({
  action: 'complete',
  task: served(w),
  text: 'X',
  outcome: 'complted',
}));
add(
  'wrong value',
  'repair',
  shows(/Built\./),
  (w: World) => ({ action: 'wait', task: done(w), seconds: 'soon' }),
  (w: World) => ({ action: 'get', task: done(w), page: 'last' }),
  (w: World) => ({ action: 'get', task: done(w), page: 99 }),
);
add('wrong value', 'repair', sent('reviewer', '{"value":"not json"}'), { action: 'send', to: 'reviewer', data: 'not json' });
add(
  'wrong value',
  'done',
  sent('reviewer', '{"value":[1,2]}'),
  { action: 'send', to: 'reviewer', data: '[1,2]' },
  { action: 'send', to: 'reviewer', data: [1, 2] },
);
add(
  'files',
  'repair',
  sent('reviewer', 'See\nFiles: a.ts'),
  { action: 'send', to: 'reviewer', text: 'See', files: ['a.ts'] },
  { action: 'send', to: 'reviewer', text: 'See', file: 'a.ts' },
  { action: 'send', to: 'reviewer', text: 'See', files: '["a.ts"]' },
  { action: 'send', to: 'reviewer', text: 'See', attachments: [{ path: 'a.ts' }] },
);
const long = `${'Long. '.repeat(100)}End.`;
add(
  'long text',
  'repair',
  sent('reviewer', long),
  { action: 'send', to: 'reviwer', text: long },
  { action: 'ask', to: 'reviewer', text: long },
);
add('long text', 'repair', ended('completed', long), (w: World) => ({ action: 'finish', task: served(w), text: long }));

add(
  'unfit outcome',
  'repair',
  shows(/Plan the release/),
  ...['banana', 'incomplete', 'not completed', 'unfinished', 'not done'].map((outcome) => (w: World) => ({
    action: 'complete',
    task: served(w),
    text: 'X',
    outcome,
  })),
  (w: World) => ({ action: 'finish', task: served(w), text: 'X', outcome: 'banana' }),
  (w: World) => ({ action: 'complete', task: served(w), outcome: 'working' }),
);
add(
  'progress',
  'repair',
  followed('served', 'Half way.'),
  ...['working', 'in progress', 'in_progress', 'RUNNING', 'pending'].flatMap((status) => [
    (w: World) => ({ action: 'complete', task: served(w), text: 'Half way.', status }),
    (w: World) => ({ action: 'update', task: served(w), message: 'Half way.', status }),
  ]),
  (w: World) => ({ action: 'update', task: served(w), text: 'Half way.' }),
  (w: World) => ({ action: 'report', task: served(w), text: 'Half way.' }),
);
add('progress', 'repair', ended('completed', 'The plan.'), (w: World) => ({
  action: 'update',
  task: served(w),
  text: 'The plan.',
  status: 'completed',
}));

for (const task of [
  (w: World) => `${asked(w)}, ${served(w)}`,
  (w: World) => `${asked(w)} and ${served(w)}`,
  (w: World) => `not ${asked(w)} but ${served(w)}`,
  (w: World) => `${asked(w)},${served(w).slice(1)}`,
  (w: World) => `${asked(w)}-${served(w)}`,
  (w: World) => `not ${asked(w)}`,
  (w: World) => `anything except ${asked(w)}`,
  (w: World) => `no ${asked(w)}`,
])
  for (const action of ['cancel', 'get', 'send', 'complete', 'wait'])
    add('several handles', 'repair', list, (w: World) => ({ action, task: task(w), text: 'Hi' }));
add('one handle among words', 'done', canceled('asked'), (w: World) => ({ action: 'cancel', task: `the review (${asked(w)})` }));

add('two faults', 'repair', sent('reviewer', 'Look at a.ts\nFiles: nope'), {
  action: 'send',
  to: 'reviwer',
  text: 'Look at a.ts',
  files: ['nope'],
});
add(
  'two faults',
  'repair',
  sentReview,
  { action: 'ask', ...review, to: 'reviwer' },
  { action: 'send', ...review, to: 'reviwer', files: [5] },
);
add('two faults', 'repair', followed('asked', 'Hi'), (w: World) => ({ action: 'send', task: asked(w), to: 'reviwer', text: 'Hi' }));
add('two faults', 'repair', sent('builder', 'Hi'), (w: World) => ({ action: 'send', task: asked(w), to: 'bilder', text: 'Hi' }));
add('two faults', 'repair', who, { action: 'ask', to: 'quantum', text: 'Hi' }, { action: 'send', to: 'planner', text: 'Hi', files: ['x'] });

add('files', 'repair', sentReview, { action: 'send', ...review, files: [5] }, { action: 'send', ...review, files: [{ x: 1 }] });
const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
add('too deep', 'repair', sent('reviewer', JSON.stringify({ json: deep })), { action: 'send', to: 'reviewer', data: deep });
add('too deep', 'repair', sent('reviewer', JSON.stringify({ json: deep })), {
  action: 'send',
  to: 'reviewer',
  data: JSON.parse(deep) as unknown,
});
add('too large', 'repair', who, () => ({
  action: 'send',
  to: 'reviewer',
  data: JSON.stringify({ a: 'x'.repeat(34_000_000) }),
}));
add('half a character', 'done', sent('reviewer', '{"a":"\ufffd"}'), { action: 'send', to: 'reviewer', data: { a: '\ud800' } });
add('half a character', 'done', sent('reviewer', '{"a":"\ufffd"}'), { action: 'send', to: 'reviewer', data: '{"a":"\\ud800"}' });
add('half a character', 'done', sent('reviewer', 'a\ufffdb'), { action: 'send', to: 'reviewer', text: 'a\ud83db' });
add('half a character', 'done', sent('reviewer', '\\ud800 😀'), { action: 'send', to: 'reviewer', text: '\\ud800 😀' });
add('half a character', 'repair', sentReview, { action: 'send', ...review, to: 'reviewer\ud800s' });

for (const text of ['None', 'null', '-', 'N/A', 'undefined']) {
  add('short text', 'done', ended('completed', text), (w: World) => ({ action: 'complete', task: served(w), text }));
  add('short text', 'done', sent('reviewer', text), { action: 'send', to: 'reviewer', message: text });
}

add(
  'action outside',
  'done',
  sentReview,
  { action: 'send', ...review, args: { action: 'delete' } },
  { action: 'send', args: { action: 'cancel', ...review } },
);
add(
  'action outside',
  'done',
  shows(/Review the parser/),
  (w: World) => ({ action: 'get', task: asked(w), args: { action: 'cancel' } }),
  (w: World) => ({ action: 'get', task: asked(w), params: { op: 'cancel', task: served(w) } }),
);
const big = 'y'.repeat(300_000);
add('long text', 'repair', sent('reviewer', `{"big":"${big}"}`), { action: 'ask', to: 'reviewer', data: { big } });
