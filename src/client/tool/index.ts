// The tool for models: see createA2ATool.
export { ACTIONS, OUTCOMES, SUBAGENT_A2A_TOOLS, type Action, type Outcome, type ToolParameters } from './arguments.js';
export { PROMPT_SNIPPET } from './description.js';
export { readFilesBelow, type ReadFile } from './files.js';
export type { ToolResult, ToolValue } from './result.js';
export type { A2AToolOptions, ExecuteOptions } from './session.js';
export type { NextCall } from './suggest.js';
export { createA2ATool, type A2ATool } from './tool.js';
export type { ToolAgent } from './tool_agent.js';
export { turnEnding, type TurnEnd } from './turn_ending.js';
