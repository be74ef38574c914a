import { z } from 'zod';
import { loadModels } from '../../contracts/experiment/load-models.ts';
import { type Setting, settings } from '../../contracts/experiment/settings.ts';
import { experimentSchema } from './schema.ts';
import { ofKind, refinements } from './schema-refinements.ts';

type Json = Record<string, unknown>;

/**
 * JSON Schema (draft 7, which editors know best) of the experiment file, for completion and hints
 * while typing. It is derived from the zod schema; rules that JSON Schema cannot express, such as
 * an address for each protocol, are only checked by `readExperiment`.
 */
export function experimentJsonSchema(): Json {
  const schema: Json = z.toJSONSchema(experimentSchema, {
    io: 'input',
    target: 'draft-07',
    unrepresentable: 'any',
  });
  schema.title = 'Wirebench experiment';
  for (const setting of settings) extend(schema, schemaPlace(setting), ofKind(setting));
  for (const [path, additions] of Object.entries(refinements)) extend(schema, path, additions);
  for (const model of loadModels) extend(schema, `load(${model})`, { title: `${model} load` });
  return schema;
}

/** A key as {@link extend} names it. */
function schemaPlace({ path, model }: Setting): string {
  return model === null ? path : path.replace('load', `load(${model})`);
}

/**
 * Extends every place that `path` names: dot-separated keys, `items` for the items of a list,
 * and the branch of a load model in parentheses, as in `load(ramp).to`. Without it all branches
 * that have the key are extended.
 * @throws RangeError when the file format no longer has such a key, so that this list is updated.
 */
function extend(schema: Json, path: string, additions: Json): void {
  const found = path
    .split('.')
    .reduce<Json[]>((places, step) => places.flatMap((place) => inside(place, step)), [schema]);
  if (found.length === 0) throw new RangeError(`The experiment file has no ${path}`);
  for (const place of found) {
    for (const key of Object.keys(additions)) delete place[key];
    Object.assign(place, additions);
  }
}

function inside(schema: Json, step: string): Json[] {
  if (step === '') return [schema];
  const [, key = '', model] = /^([\w-]+)(?:\((\w+)\))?$/.exec(step) ?? [];
  const found = branchesOf(schema).flatMap((branch) => {
    const child = key === 'items' ? branch.items : propertyOf(branch, key);
    return child === undefined ? [] : [child as Json];
  });
  if (model === undefined) return found;
  return found.flatMap(branchesOf).filter((branch) => propertyOf(branch, 'model')?.const === model);
}

function branchesOf(schema: Json): Json[] {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[];
  return [schema, ...branches];
}

function propertyOf(schema: Json, key: string): Json | undefined {
  return (schema.properties as Record<string, Json> | undefined)?.[key];
}
