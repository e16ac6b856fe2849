// The pi extension, loaded by pi and executed by its agent loop; the model is pi's own stand-in for tests.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider, type Context } from '@earendil-works/pi-ai';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { a2aExtension } from '../../src/client/adapters/pi.js';
import { piSession, type PiResult } from '../../src/client/examples/pi_session.js';
import type { ToolAgent } from '../../src/client/tool/index.js';
import { eventually, tempDir } from '../client/support.js';
import { stub, task } from '../tool/stub.js';
import { run } from './support.js';

interface Pi {
  session: AgentSession;
  faux: ReturnType<typeof registerFauxProvider>;
  /** What the tool calls came to, in order. */
  results: PiResult[];
}

async function pi(t: TestContext, agent: ToolAgent): Promise<Pi> {
  const faux = registerFauxProvider();
  const results: PiResult[] = [];
  const session = await piSession(tempDir(t), faux.getModel(), [a2aExtension(agent)], (result) => results.push(result));
  t.after(() => {
    session.dispose();
    faux.unregister();
  });
  return { session, faux, results };
}

test('registered, in the system prompt, called with whatever a model writes', async (t) => {
  const sent: unknown[] = [];
  let runs = 0;
  const { session, faux, results } = await pi(
    t,
    stub({
      send: ({ to }) => {
        sent.push(to);
        return Promise.resolve(task);
      },
      newRun: () => Promise.resolve(void ++runs),
    }),
  );
  let seen: Context | undefined;
  faux.setResponses([
    (context) => {
      seen = context;
      return fauxAssistantMessage(fauxToolCall('A2A', { action: 'send', recipient: 'reviewer', message: 'Hi' }), { stopReason: 'toolUse' });
    },
    fauxAssistantMessage(fauxToolCall('A2A', { action: 'ask', to: 'reviewer', text: 'Hi' }), { stopReason: 'toolUse' }),
    fauxAssistantMessage('Done.'),
  ]);
  await session.prompt('Go.');
  assert.match(seen?.systemPrompt ?? '', /A2A: ask other agents on this machine/);
  const tool = seen?.tools?.find(({ name }) => name === 'A2A');
  assert.match(tool?.description ?? '', /Work with other agents/);
  assert.deepEqual((tool?.parameters as { required?: string[] } | undefined)?.required, ['action']);
  assert.deepEqual(
    results.map(({ isError }) => isError),
    [false, true],
  );
  assert.match(results[0]?.text ?? '', /^Sent to reviewer as new task T17/);
  for (const { text } of results) assert.ok(!text.includes('JSON in a string'), text);
  assert.match(results[1]?.text ?? '', /There is no action "ask".*\nNext call: A2A \{"action":"send","to":"reviewer","text":"Hi"\}/);
  assert.deepEqual([sent, runs], [['reviewer'], 1]);
});

test('a turn that ends with work owed goes on with a reminder', async (t) => {
  const owed = { ...task, agentName: 'planner', requesterName: 'boss' };
  let open = true;
  const agent = stub({
    list: ({ state } = {}) => Promise.resolve({ tasks: open && state === 'working' ? [owed] : [] }),
    get: () => Promise.resolve(owed),
    status: (_id, state) => {
      open = false;
      return Promise.resolve({ ...owed, status: { ...owed.status, state } });
    },
  });
  const { session, faux, results } = await pi(t, agent);
  let reminder = '';
  faux.setResponses([
    fauxAssistantMessage('I am done.'),
    (context) => {
      reminder = JSON.stringify(context.messages.at(-1));
      return fauxAssistantMessage(fauxToolCall('A2A', { action: 'complete', task: 'T17', text: 'The result.' }), { stopReason: 'toolUse' });
    },
    fauxAssistantMessage('Now I am.'),
  ]);
  await session.prompt('Go.');
  await eventually('the reminded turn ends', () => faux.getPendingResponseCount() === 0 && !session.isStreaming);
  assert.match(reminder, /you still owe T17 for boss/);
  assert.match(results[0]?.text ?? '', /^T17 is completed/);
});

test('node pi_agent.js', async (t) => {
  const { code, out, err } = await run(t, 'pi_agent');
  assert.equal(code, 0, err);
  assert.match(out, /HELLO FROM PI/);
  assert.match(out, /error of A2A:\n[\s\S]*There is no action "read"/);
  assert.match(out, /Echo has answered\./);
});
