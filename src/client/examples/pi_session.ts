// A session of pi in a folder of its own, with the extensions given and none of its own tools, talking to `model`.
import type { Model } from '@earendil-works/pi-ai';
import {
  AuthStorage,
  createAgentSession,
  DefaultResourceLoader,
  ModelRegistry,
  SessionManager,
  SettingsManager,
  type AgentSession,
  type ExtensionFactory,
} from '@earendil-works/pi-coding-agent';

export interface PiResult {
  tool: string;
  text: string;
  isError: boolean;
}

/** `onResult` gets what each call of a tool came to. */
export async function piSession(
  dir: string,
  model: Model<string>,
  extensionFactories: ExtensionFactory[],
  onResult: (result: PiResult) => void,
): Promise<AgentSession> {
  const settingsManager = SettingsManager.inMemory();
  const places = { cwd: dir, agentDir: dir, settingsManager };
  const without = { noSkills: true, noContextFiles: true, noPromptTemplates: true, noThemes: true };
  const resourceLoader = new DefaultResourceLoader({ ...places, ...without, extensionFactories });
  await resourceLoader.reload();
  const [failed] = resourceLoader.getExtensions().errors;
  if (failed !== undefined) throw new Error(failed.error);
  const authStorage = AuthStorage.inMemory();
  authStorage.setRuntimeApiKey(model.provider, 'none is needed');
  const { session } = await createAgentSession({
    ...places,
    model,
    authStorage,
    modelRegistry: ModelRegistry.inMemory(authStorage),
    resourceLoader,
    sessionManager: SessionManager.inMemory(),
    noTools: 'builtin',
  });
  await session.bindExtensions({});
  session.subscribe((event) => {
    if (event.type !== 'tool_execution_end') return;
    const { content } = event.result as { content: { text?: string }[] };
    onResult({ tool: event.toolName, text: content.map(({ text = '' }) => text).join('\n'), isError: event.isError });
  });
  return session;
}
