// The A2A tool of one agent as an extension of pi: the tool, its line in the system prompt, and the ends of turns.
import type { ExtensionFactory, ToolDefinition } from '@earendil-works/pi-coding-agent';
import { createA2ATool, PROMPT_SNIPPET, turnEnding, type A2AToolOptions, type ToolAgent, type ToolValue } from '../tool/index.js';

/** What prepareArguments puts the model's words into when they would not pass the schema. */
interface Prepared {
  action: string;
  asWritten?: string;
}

/** An extension to load with `extensionFactories`, or to export from an extension file. */
export function a2aExtension(agent: ToolAgent, options: A2AToolOptions = {}): ExtensionFactory {
  const tool = createA2ATool(agent, options);
  const definition = (): ToolDefinition => ({
    name: tool.name,
    label: 'Other agents',
    description: tool.description,
    promptSnippet: PROMPT_SNIPPET,
    promptGuidelines: ['Finish with A2A complete what other agents asked of you before you end your turn.'],
    parameters: JSON.parse(JSON.stringify(tool.parameters)) as ToolDefinition['parameters'],
    // pi checks arguments before execute; what is wrong with them is the tool's to say, with the right call.
    prepareArguments: (args): Prepared => ({ action: 'get', asWritten: JSON.stringify(args ?? {}) }),
    async execute(_id, params, signal, onUpdate) {
      const { asWritten } = params as Prepared;
      const { text, isError, value } = await tool.execute(asWritten === undefined ? params : (JSON.parse(asWritten) as unknown), {
        ...(signal === undefined ? {} : { signal }),
        onProgress: (progress) => onUpdate?.({ content: [{ type: 'text', text: progress }], details: undefined }),
      });
      if (isError) throw new Error(text); // how pi is told that a tool failed
      return { content: [{ type: 'text', text }], details: value satisfies ToolValue };
    },
  });
  return (pi) => {
    pi.registerTool(definition());
    pi.on('before_agent_start', async () => {
      await agent.newRun().catch(() => undefined); // a host in trouble shows when the tool is called
      await tool.refresh();
      pi.registerTool(definition());
    });
    pi.on('agent_end', async () => {
      const { reminder } = await turnEnding(agent).catch(() => ({ reminder: undefined }));
      // The run is over once its listeners are; a message before that would lie in the queue until somebody writes.
      if (reminder !== undefined) setImmediate(() => pi.sendUserMessage(reminder, { deliverAs: 'followUp' }));
    });
  };
}
