import type { AgentCard, AgentKind } from '../../generated/ts/index.js';

/** A subagent's definition, as runtimes keep it; other members do not matter. */
export interface SubagentDefinition {
  name: string;
  description?: string;
  /** Names of the tools it may use; absent: all of its runtime. */
  tools?: readonly string[] | string;
  version?: string;
}

/** The card of an agent that runs this definition: its description is its first skill, each tool is one more. */
export function cardFromSubagentDefinition(definition: SubagentDefinition, kind: AgentKind = 'subagent'): AgentCard {
  const { name, description = '', tools = [], version = '1.0.0' } = definition;
  const names = [...new Set((typeof tools === 'string' ? tools.split(',') : tools).map((tool) => tool.trim()))];
  return {
    name,
    description,
    version,
    kind,
    skills: [
      { id: name, name, description, tags: ['subagent'] },
      ...names
        .filter((tool) => tool !== '')
        .map((tool) => ({ id: `tool:${tool}`, name: tool, description: `Uses the tool ${tool}`, tags: ['tool'] })),
    ],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
  };
}
