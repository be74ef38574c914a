import { readdirSync, readFileSync } from 'node:fs';
import type { BuiltInExperiment } from '../../contracts/engine-api.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { currentExperimentId } from '../../contracts/moved-experiments.ts';
import { readExperiment } from './read.ts';

const folder = new URL('../../fixtures/experiments/', import.meta.url);
const ending = '.bench.yaml';
const firstOfAll = 'first-look';

/**
 * The experiments that come with Wirebench: the one for new users first, the others by name, then
 * those in folders, whose ids begin with the folder, as in `kth-2023/throughput`.
 * @throws WirebenchError EXPERIMENT_INVALID when one of them is damaged.
 */
export function builtInExperiments(): BuiltInExperiment[] {
  const inFolders = folders().flatMap((name) =>
    idsIn(`${name}/`).sort((a, b) => a.localeCompare(b)),
  );
  return idsIn('')
    .sort((a, b) => Number(b === firstOfAll) - Number(a === firstOfAll) || a.localeCompare(b))
    .concat(inFolders)
    .map((id) => describe(id, readFileSync(new URL(id + ending, folder), 'utf8')));
}

/** The text of one of them, by its current or a former id; null if there is none. */
export function builtInText(id: string): string | null {
  const now = currentExperimentId(id);
  const ids = ['', ...folders().map((name) => `${name}/`)].flatMap(idsIn);
  return ids.includes(now) ? readFileSync(new URL(now + ending, folder), 'utf8') : null;
}

function folders(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** @param prefix empty, or the name of a folder with a slash. */
function idsIn(prefix: string): string[] {
  return readdirSync(new URL(prefix, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => prefix + file.slice(0, -ending.length));
}

function describe(id: string, text: string): BuiltInExperiment {
  const read = readExperiment(text);
  if (!read.ok) {
    throw new WirebenchError('EXPERIMENT_INVALID', `The built-in experiment ${id} is damaged`);
  }
  const { name, description = '' } = read.experiment;
  return { id, name, description, text };
}
