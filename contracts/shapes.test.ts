import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** Names of schemas that others refer to, by the schemas themselves. */
const names = new Map<unknown, string>();

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

/** A limit in short: `1..`, `..100`, `>=0`, `int`, `/^a/`. */
function limitOf(check: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum, value, inclusive, length, format, pattern } = check;
  switch (check.check) {
    case 'min_length':
      return `${minimum}..`;
    case 'max_length':
      return `..${maximum}`;
    case 'less_than':
      return `<${inclusive ? '=' : ''}${value}`;
    case 'greater_than':
      return `>${inclusive ? '=' : ''}${value}`;
    case 'length_equals':
      return String(length);
    case 'string_format':
    case 'number_format':
      return String(format === 'regex' ? pattern : format);
    default:
      return String(check.check);
  }
}

/** The limits of a text, a number or a list. */
function limitsOf({ _zod: { def } }: z.core.$ZodType): string {
  const checks = (def.checks ?? []).map(({ _zod }): object => _zod.def);
  const all = ['check' in def ? [def] : [], checks].flat();
  return all.length === 0 ? '' : `(${all.map((one) => limitOf({ ...one })).join(' ')})`;
}

const plain = (value: unknown) => JSON.stringify(value) ?? String(value);

/** A schema in short, with the names of others. */
function shapeOf(schema: z.core.$ZodType): string {
  return names.get(schema) ?? written(schema);
}

function written(schema: z.core.$ZodType): string {
  const { def } = schema._zod as unknown as z.core.$ZodTypes['_zod'];
  const list = (schemas: readonly z.core.$ZodType[], between: string) =>
    schemas.map(shapeOf).join(between);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => `${name}: ${shapeOf(field)}`);
      const others = def.catchall ? `, others ${shapeOf(def.catchall)}` : '';
      return `{ ${fields.join(', ')}${others} }${limitsOf(schema)}`;
    }
    case 'array':
      return `${shapeOf(def.element)}[]${limitsOf(schema)}`;
    case 'optional':
      return `${shapeOf(def.innerType)}?`;
    case 'nullable':
      return `${shapeOf(def.innerType)} | null`;
    case 'default':
      return `${shapeOf(def.innerType)} = ${plain(def.defaultValue)}`;
    case 'readonly':
      return shapeOf(def.innerType);
    case 'enum':
      return Object.values(def.entries).map(plain).join(' | ');
    case 'literal':
      return def.values.map(plain).join(' | ');
    case 'union':
      return `(${list(def.options, ' | ')})${limitsOf(schema)}`;
    case 'intersection':
      return `${shapeOf(def.left)} & ${shapeOf(def.right)}`;
    case 'tuple':
      return `[${list(def.items, ', ')}]`;
    case 'record':
      return `{ [${shapeOf(def.keyType)}]: ${shapeOf(def.valueType)} }${limitsOf(schema)}`;
    case 'pipe':
      return `${shapeOf(def.in)} > ${shapeOf(def.out)}`;
    default:
      return `${def.type}${limitsOf(schema)}`;
  }
}

/** Schemas of a module by name: its own, and the inputs of what can be called. */
function schemasOf(value: unknown, name: string): [string, z.core.$ZodType][] {
  if (isSchema(value)) return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  const called: unknown = '~orpc' in value ? value['~orpc'] : null;
  if (typeof called === 'object' && called !== null) {
    const input = 'inputSchema' in called ? called.inputSchema : null;
    return isSchema(input) ? [[`${name} asks`, input]] : [];
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value).flatMap(([key, one]) => schemasOf(one, `${name}.${key}`));
}

it('contracts have these shapes, limits and defaults', async () => {
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  names.clear();
  const found: [string, z.core.$ZodType][] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(new URL(file, import.meta.url).href);
    const own = Object.entries(module).flatMap(([name, value]) => schemasOf(value, name));
    for (const [name, schema] of own) {
      if (names.has(schema)) continue;
      names.set(schema, name);
      found.push([`${file.slice(0, -3)} ${name}`, schema]);
    }
  }
  expect(found.length).toBeGreaterThan(300);
  const shapes = found.map(([name, schema]) => `${name}: ${written(schema)}`);
  expect(shapes.join('\n')).toMatchSnapshot();
});
