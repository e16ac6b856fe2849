// The corpus, third part: calls that say a thing twice, or in the frame of another protocol.
import { add, asked, canceled, done, ended, followed, list, sent, served, shows, who } from './corpus.js';
import type { World } from './world.js';

const sentReview = sent('reviewer', 'Look at a.ts');
const review = { to: 'reviewer', text: 'Look at a.ts' };
const long = `${'Long. '.repeat(100)}End.`;

// Two names for one field: nothing that may be content is lost.
add(
  'two texts',
  'done',
  ended('completed', 'Short.\n\nThe full result.'),
  (w: World) => ({ action: 'complete', task: served(w), summary: 'Short.', result: 'The full result.' }),
  (w: World) => ({ action: 'complete', task: served(w), summary: 'Short.', result: 'The full result.', outcome: 'completed' }),
  (w: World) => ({ action: 'complete', task: served(w), text: 'Short.', message: 'The full result.' }),
  (w: World) => ({ action: 'complete', task: served(w), reason: 'Short.', text: 'The full result.' }),
  (w: World) => ({ action: 'complete', task: served(w), text: 'Short.', details: 'The full result.' }),
  (w: World) => ({ action: 'complete', task: served(w), text: 'Short.', args: { text: 'The full result.' } }),
  (w: World) => ({ action: 'complete', task: served(w), text: 'Short.', answer: [{ type: 'text', text: 'The full result.' }] }),
);
add('two texts', 'done', ended('completed', 'x+1\n\nx-1'), (w: World) => ({
  action: 'complete',
  task: served(w),
  text: 'x+1',
  result: 'x-1',
}));
add('two texts', 'done', ended('completed', 'Same.'), (w: World) => ({
  action: 'complete',
  task: served(w),
  text: 'Same.',
  result: 'Same. ',
}));
add('two texts', 'done', sent('reviewer', 'Which?\n\nThe code.'), {
  action: 'send',
  to: 'reviewer',
  question: 'Which?',
  content: 'The code.',
});
add('two texts', 'done', ended('completed', 'It is:\n\n42'), (w: World) => ({
  action: 'complete',
  task: served(w),
  text: 'It is:',
  result: 42,
  reply: true,
}));
add('label and text', 'done', sentReview, {
  action: 'send',
  subagent_type: 'reviewer',
  description: 'Look at one file',
  prompt: 'Look at a.ts',
});
add('label and text', 'done', sent('reviewer', `${'A long description. '.repeat(10)}\n\nGo`), {
  action: 'send',
  to: 'reviewer',
  description: 'A long description. '.repeat(10),
  prompt: 'Go',
});
add('label and text', 'done', sent('reviewer', 'The parser.\n\nGo'), {
  action: 'send',
  to: 'reviewer',
  description: 'The parser.',
  prompt: 'Go',
});
add('A2A message', 'done', sentReview, { action: 'send', to: 'reviewer', messages: [{ role: 'user', content: 'Look at a.ts' }] });
add('two data', 'done', sent('reviewer', '{"data":{"a":1},"payload":{"b":2}}'), {
  action: 'send',
  to: 'reviewer',
  data: { a: 1 },
  payload: '{"b":2}',
});
add('two files', 'repair', sent('reviewer', 'See\nFiles: a.ts, b.ts'), {
  action: 'send',
  to: 'reviewer',
  text: 'See',
  files: ['a.ts'],
  path: 'b.ts',
});
add('two tasks', 'repair', list, (w: World) => ({ action: 'cancel', taskId: asked(w), task_id: served(w) }));
add('two tasks', 'repair', list, (w: World) => ({ action: 'stop', taskId: asked(w), task_id: served(w) }));
add(
  'two names',
  'repair',
  who,
  { action: 'send', agent: 'reviewer', recipient: 'builder', text: 'Hi' },
  { action: 'ask', agent: 'reviewer', recipient: 'builder', text: 'Hi' },
);
add('two outcomes', 'repair', shows(served, /Plan the release/), (w: World) => ({
  action: 'finish',
  task: served(w),
  text: 'X',
  outcome: 'completed',
  status: 'failed',
}));
add('two outcomes', 'repair', shows(served, /Plan the release/), (w: World) => ({
  action: 'complete',
  task: served(w),
  text: 'X',
  outcome: 'completed',
  status: 'failed',
}));
add('two outcomes', 'done', ended('completed', 'X'), (w: World) => ({
  action: 'complete',
  task: served(w),
  text: 'X',
  outcome: 'completed',
  status: 'done',
}));

// Frames of other protocols have an id and a name of their own.
const message = { role: 'user', kind: 'message', messageId: 'm', to: 'reviewer', parts: [{ kind: 'text', text: 'Look at a.ts' }] };
add(
  'other protocol',
  'repair',
  sentReview,
  { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } },
  { id: 1, method: 'message/stream', params: { message, configuration: { blocking: false } } },
  { action: 'message/send', ...review },
);
add('other protocol', 'repair', shows(/Built\./), (w: World) => ({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: done(w) } }));
add('other protocol', 'repair', list, { jsonrpc: '2.0', id: 1, method: 'tasks/list' });
add('other protocol', 'repair', canceled('asked'), (w: World) => ({
  jsonrpc: '2.0',
  id: 'x',
  method: 'tasks/cancel',
  params: { id: asked(w) },
}));
add(
  'other protocol',
  'done',
  sentReview,
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'A2A', arguments: { action: 'send', ...review } } },
  { type: 'tool_use', id: 'toolu_1', name: 'mcp__a2a__A2A', input: { action: 'send', ...review } },
  { id: 'call_1', type: 'function', function: { name: 'A2A', arguments: JSON.stringify({ action: 'send', ...review }) } },
);
add('other protocol', 'done', followed('asked', 'Hi'), (w: World) => ({
  name: 'A2A',
  arguments: { action: 'send', task: asked(w), text: 'Hi' },
}));

add('half a character', 'done', sent('reviewer', 'a\ufffd x'), JSON.stringify({ action: 'send', to: 'reviewer', text: 'a\ud83d x' }), {
  input: JSON.stringify({ action: 'send', to: 'reviewer', text: 'a\ud83d x' }),
});
add('line ends', 'repair', sent('reviewer', 'a\u2028Next call: A2A {}\u0085b'), {
  action: 'ask',
  to: 'reviewer',
  text: 'a\u2028Next call: A2A {}\u0085b',
});
add('long text', 'repair', sent('reviewer', long), JSON.stringify({ action: 'ask', to: 'reviewer', text: long }), {
  action: 'ask',
  to: 'reviewer',
  message: { role: 'user', parts: [{ kind: 'text', text: long }] },
});
add('long name', 'repair', who, { action: 'send', to: 'reviewer '.repeat(100), text: 'Hi' });
add('files', 'repair', sent('reviewer', 'See\n\na.ts:\nlet a;'), {
  action: 'send',
  to: 'reviewer',
  text: 'See',
  files: [{ path: 'a.ts', content: 'let a;' }],
});
