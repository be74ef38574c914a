import { z } from 'zod';
import { experimentFieldsSchema } from './experiment.ts';
import type { LoadModel } from './load-models.ts';
import type { Path } from './path.ts';
import { factsOf, type SettingFacts } from './setting.ts';

/** A key of the experiment file, from its schema. */
export interface SchemaKey {
  /** Keys from the root, separated by dots; items of a list are `items`. */
  readonly path: string;
  /** The load model that has the key; null outside the load. */
  readonly model: LoadModel | null;
  readonly schema: z.ZodType;
}

/** A key of the experiment file with its metadata. */
export interface Setting extends SettingFacts, SchemaKey {
  /** Effective value if the file omits the key; undefined if it is required. */
  readonly fallback: unknown;
  /** Minimum and maximum, if it is a number; otherwise null. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** Whether it contains, or can contain, a mapping of further keys. */
  readonly isMapping: boolean;
}

type Wrapped = z.ZodOptional | z.ZodDefault | z.ZodPrefault;

function isWrapped(schema: z.ZodType): schema is Wrapped {
  return [z.ZodOptional, z.ZodDefault, z.ZodPrefault].some((kind) => schema instanceof kind);
}

/** The schema of the written form, without default and transformation. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  if (isWrapped(schema)) return bareSchema(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? bareSchema(schema.in as z.ZodType) : schema;
}

/** The words allowed as a value, if there are few, alone or in a list. */
export function choiceWords(schema: z.ZodType): string[] {
  const bare = bareSchema(schema);
  if (bare instanceof z.ZodEnum) return bare.options.map(String);
  if (bare instanceof z.ZodLiteral) return [...bare.values].map(String);
  if (bare instanceof z.ZodArray) return choiceWords(bare.element as z.ZodType);
  const options = bare instanceof z.ZodUnion ? bare.options : [];
  return [...new Set(options.flatMap((option) => choiceWords(option as z.ZodType)))];
}

function rangeOf(schema: z.ZodType): Setting['range'] {
  const bare = bareSchema(schema);
  const options = bare instanceof z.ZodUnion ? bare.options : [bare];
  const number = options
    .map((option) => bareSchema(option as z.ZodType))
    .find((option) => option instanceof z.ZodNumber);
  if (!number) return null;
  return { min: number.minValue ?? 0, max: number.maxValue ?? Number.MAX_SAFE_INTEGER };
}

/** The alternative schemas of a value, without defaults and transformations. */
function alternativesOf(schema: z.ZodType): z.ZodType[] {
  const bare = bareSchema(schema);
  if (!(bare instanceof z.ZodUnion)) return [bare];
  return bare.options.flatMap((option) => alternativesOf(option as z.ZodType));
}

/** The mappings allowed by a schema. */
const mappingsOf = (schema: z.ZodType): z.ZodObject[] =>
  alternativesOf(schema).filter((one) => one instanceof z.ZodObject);

/** The schemas of the elements of a value. */
function schemasWithin(schema: z.ZodType, step: string | number): z.ZodType[] {
  return alternativesOf(schema).flatMap((one) => {
    if (one instanceof z.ZodObject) return (one.shape[step] as z.ZodType | undefined) ?? [];
    if (one instanceof z.ZodRecord) return one.valueType as z.ZodType;
    return one instanceof z.ZodArray ? (one.element as z.ZodType) : [];
  });
}

/** The keys of all mappings at a path of the experiment file, under names and in lists too. */
export function keysAt(path: Path): string[] {
  let schemas: z.ZodType[] = [experimentFieldsSchema];
  for (const step of path) schemas = schemas.flatMap((one) => schemasWithin(one, step));
  return [...new Set(schemas.flatMap(mappingsOf).flatMap(({ shape }) => Object.keys(shape)))];
}

function keysIn(mapping: z.ZodObject, path: string, load: LoadModel | null): SchemaKey[] {
  const model =
    path === 'load' ? (bareSchema(mapping.shape.model) as z.ZodLiteral<LoadModel>).value : load;
  return Object.entries(mapping.shape).flatMap(([key, child]) => {
    const schema = child as z.ZodType;
    const here = { path: path === '' ? key : `${path}.${key}`, model, schema };
    // Levels of a factor may be mappings too, but are not keys of the file.
    if (path === 'factors') return [here];
    const bare = bareSchema(schema);
    const isList = bare instanceof z.ZodArray;
    const inner = isList ? mappingsOf(bare.element as z.ZodType) : mappingsOf(schema);
    const below = isList ? `${here.path}.items` : here.path;
    return [here, ...inner.flatMap((one) => keysIn(one, below, model))];
  });
}

/** All keys of the schema, in file order; those of a load for each model. */
export const schemaKeys: readonly SchemaKey[] = keysIn(experimentFieldsSchema, '', null);

function fallbackOf({ schema }: SchemaKey, { fallback = '' }: SettingFacts): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return schema.def.defaultValue;
  }
  return schema instanceof z.ZodOptional ? (fallback ?? undefined) : undefined;
}

/** All keys with their metadata; a test checks that none lacks it. */
export const settings: readonly Setting[] = schemaKeys.flatMap((key) => {
  const facts = factsOf(key.schema);
  if (!facts) return [];
  const isMapping = key.path !== '' && mappingsOf(key.schema).length > 0;
  const fallback = fallbackOf(key, facts);
  // A duration may be written as a number, but is not one.
  const range = facts.kind === undefined ? rangeOf(key.schema) : null;
  return [{ ...facts, ...key, fallback, range, isMapping }];
});

/** The settings directly inside a mapping; for a load, those of its model. */
export function settingsIn(parent: string, model: unknown = null): Setting[] {
  const lead = parent === '' ? '' : `${parent}.`;
  return settings.filter(
    ({ path, model: own }) =>
      path.startsWith(lead) &&
      !path.slice(lead.length).includes('.') &&
      (own === null || own === model),
  );
}

/** The setting at a path; for a load, that of its model or of any that has it. */
export function settingAt(path: string, model: unknown = null): Setting | undefined {
  const found = settings.filter((setting) => setting.path === path);
  return found.find((setting) => setting.model === model) ?? found[0];
}
