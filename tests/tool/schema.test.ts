// What a model API sees of the tool: a schema that none refuses, a description that is read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS, createA2ATool, SUBAGENT_A2A_TOOLS } from '../../src/client/tool/index.js';
import { connect, register } from '../client/support.js';
import { h, world } from './world.js';

/** Keywords that one model API or another refuses a whole request for, at any level. */
const refused = new Set([
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  '$schema',
  '$ref',
  '$defs',
  'definitions',
  'const',
  'patternProperties',
  'prefixItems',
  'additionalItems',
  'unevaluatedProperties',
  'propertyNames',
  'dependentSchemas',
  'format',
  'pattern',
  'default',
  'examples',
  'nullable',
]);
const types = new Set(['object', 'string', 'number', 'integer', 'boolean', 'array']);

/** What of a schema would be refused, as `path: why`. */
function lint(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${at}: no schema`];
  const found: string[] = [];
  const { type, properties = {}, items, required = [], additionalProperties } = schema as Record<string, unknown>;
  for (const key of Object.keys(schema)) if (refused.has(key)) found.push(`${at}/${key}: refused`);
  if (typeof type !== 'string' || !types.has(type)) found.push(`${at}/type: one name is needed`);
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') found.push(`${at}/additionalProperties: a schema`);
  if (type === 'array' && items === undefined) found.push(`${at}/items: missing`);
  for (const one of required as string[])
    if (!Object.hasOwn(properties as object, one)) found.push(`${at}/required: ${one} is no property`);
  for (const [name, inner] of Object.entries(properties as object)) {
    if (!/^[a-zA-Z0-9_]{1,64}$/.test(name)) found.push(`${at}/${name}: not a name`);
    found.push(...lint(inner, `${at}/${name}`));
  }
  return items === undefined ? found : [...found, ...lint(items, `${at}/items`)];
}

test('the schema is flat and has nothing that a model API refuses', async (t) => {
  const agent = await register(await connect(t), 'planner');
  const tool = createA2ATool(agent);
  assert.deepEqual(SUBAGENT_A2A_TOOLS, ['A2A']);
  assert.equal(tool.name, 'A2A');
  const schema = JSON.parse(JSON.stringify(tool.parameters)) as {
    properties: Record<string, { type: string; enum?: string[]; description: string }>;
    required: string[];
  };
  assert.deepEqual(lint(schema), []);
  assert.deepEqual(schema.required, ['action']);
  assert.deepEqual(schema.properties['action']?.enum, [...ACTIONS]);
  for (const [name, { type, description }] of Object.entries(schema.properties)) {
    assert.notEqual(type, 'object', `${name} is not flat`);
    assert.ok(description.length > 5, name);
  }
});

test('the lint sees what it is there for', () => {
  const bad: [unknown, RegExp][] = [
    [{ type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } }, /anyOf/],
    [{ type: 'object', oneOf: [] }, /oneOf/],
    [{ type: 'object', properties: { a: { type: 'array', items: { allOf: [] } } } }, /allOf/],
    [{ $schema: 'x', type: 'object' }, /\$schema/],
    [{ type: 'object', additionalProperties: {} }, /additionalProperties/],
    [{ type: ['object', 'null'] }, /type/],
    [{ type: 'object', properties: { a: { type: 'array' } } }, /items/],
    [{ type: 'object', required: ['b'] }, /required/],
  ];
  for (const [schema, says] of bad) assert.match(lint(schema).join('\n'), says);
});

test('the description says what each action takes, in under 200 words, and follows the turn', async (t) => {
  const w = await world(await connect(t));
  const before = w.tool.description;
  await w.tool.refresh();
  for (const description of [before, w.tool.description]) {
    const words = description.split(/\s+/).filter((word) => word !== '');
    assert.ok(words.length < 200, `${words.length} words`);
    for (const action of ACTIONS) assert.match(description, new RegExp(`\\b${action}\\b`));
    assert.match(description, /Not for/);
  }
  assert.match(w.tool.description, /Reachable: .*builder.*reviewer/);
  assert.ok(w.tool.description.includes(`You owe ${h(w.served)} to builder`), w.tool.description);
  await w.planner.complete(w.served, 'Done.');
  await w.tool.refresh();
  assert.ok(!w.tool.description.includes('You owe'), w.tool.description);
  const examples = w.tool.description.split('\n').filter((line) => line.startsWith('{'));
  assert.ok(examples.length >= 3);
  for (const example of examples) assert.ok(ACTIONS.includes((JSON.parse(example) as { action: (typeof ACTIONS)[number] }).action));
});

test('many peers and tasks do not make the description long', async (t) => {
  const client = await connect(t);
  const planner = await register(client, 'planner');
  for (let i = 0; i < 30; ++i) {
    const peer = await register(client, `a-rather-long-name-of-a-peer-${i}`);
    await peer.send({ to: planner.id, text: 'x' });
  }
  const tool = createA2ATool(planner);
  await tool.refresh();
  assert.ok(tool.description.split(/\s+/).length < 200);
  assert.match(tool.description, /and 24 more/);
});
