// One turn of pi with the A2A extension. The model is pi's stand-in for tests, which asks the agent "echo" by script; give
// `model` a real one to see it think.
//   node pi_agent.js      A2A_HOSTD names the daemon
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from '@earendil-works/pi-ai';
import {
  AuthStorage,
  createAgentSession,
  DefaultResourceLoader,
  ModelRegistry,
  SessionManager,
  SettingsManager,
} from '@earendil-works/pi-coding-agent';
import { a2aExtension } from '../adapters/pi.js';
import { cardFromSubagentDefinition, Client } from '../index.js';
import { startEcho } from './echo_peer.js';

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
  const settingsManager = SettingsManager.inMemory();
  const resourceLoader = new DefaultResourceLoader({
    cwd: dir,
    agentDir: dir,
    settingsManager,
    extensionFactories: [a2aExtension(agent)],
    noSkills: true,
    noContextFiles: true,
    noPromptTemplates: true,
    noThemes: true,
  });
  await resourceLoader.reload();
  const authStorage = AuthStorage.inMemory();
  authStorage.setRuntimeApiKey(faux.getModel().provider, 'none is needed');
  const { session } = await createAgentSession({
    cwd: dir,
    agentDir: dir,
    model: faux.getModel(),
    authStorage,
    modelRegistry: ModelRegistry.inMemory(authStorage),
    resourceLoader,
    settingsManager,
    sessionManager: SessionManager.inMemory(),
    noTools: 'builtin',
  });
  session.subscribe((event) => {
    if (event.type !== 'tool_execution_end') return;
    const { content } = event.result as { content: { text?: string }[] };
    console.log(`${event.isError ? 'error' : 'result'} of ${event.toolName}:\n${content.map(({ text = '' }) => text).join('\n')}\n`);
  });
  await session.prompt('Ask echo to say hello.');
  console.log(session.getLastAssistantText());
  session.dispose();
} finally {
  faux.unregister();
  await client.dispose();
}
