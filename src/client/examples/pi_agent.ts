// One turn of pi with the A2A extension. The model is pi's stand-in for tests, which asks the agent "echo" by script; give
// `model` a real one to see it think.
//   node pi_agent.js      A2A_HOSTD names the daemon
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from '@earendil-works/pi-ai';
import { a2aExtension } from '../adapters/pi.js';
import { cardFromSubagentDefinition, Client } from '../index.js';
import { startEcho } from './echo_peer.js';
import { piSession } from './pi_session.js';

const dir = mkdtempSync(path.join(tmpdir(), 'a2a-pi-'));
const client = await Client.connect({ name: 'pi', db: path.join(dir, 'host.db') });
const agent = await client.register(cardFromSubagentDefinition({ name: 'pi', description: 'pi' }), { contextId: 'pi' });
await startEcho(client, 'pi');

const faux = registerFauxProvider();
faux.setResponses([
  fauxAssistantMessage(fauxToolCall('A2A', { action: 'send', recipient: 'Echo', message: 'hello from pi', seconds: '20' }), {
    stopReason: 'toolUse',
  }),
  fauxAssistantMessage(fauxToolCall('A2A', { action: 'read' }), { stopReason: 'toolUse' }),
  fauxAssistantMessage('Echo has answered.'),
]);
try {
  const session = await piSession(dir, faux.getModel(), [a2aExtension(agent)], ({ tool, text, isError }) => {
    console.log(`${isError ? 'error' : 'result'} of ${tool}:\n${text}\n`);
  });
  await session.prompt('Ask echo to say hello.');
  console.log(session.getLastAssistantText());
  session.dispose();
} finally {
  faux.unregister();
  await client.dispose();
}
