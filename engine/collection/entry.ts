import type { CollectionEntry } from '../../contracts/collection.ts';
import { mayEndEarly } from '../../contracts/experiment/cell.ts';
import { countCells } from '../experiment/cells.ts';
import { estimateSeconds, planTrials } from '../experiment/plan.ts';
import { readExperiment } from '../experiment/read.ts';

/** Origin of an entry. */
export type EntryOrigin = Pick<CollectionEntry, 'id' | 'kind' | 'changedAt' | 'study'>;

/** Summary of an experiment. One that has problems is named by the beginning of its id. */
export function describeEntry(origin: EntryOrigin, text: string): CollectionEntry {
  const read = readExperiment(text);
  if (!read.ok) {
    const [first] = read.problems;
    return {
      ...origin,
      name: nameIn(text) ?? origin.id,
      description: '',
      plan: null,
      problems: read.problems.length,
      problem: first ? `Line ${first.line}: ${first.message}` : null,
    };
  }
  const { experiment } = read;
  const trials = planTrials(experiment);
  return {
    ...origin,
    name: experiment.name,
    description: experiment.description ?? '',
    plan: {
      protocols: experiment.factors.protocol,
      cells: countCells(experiment),
      trials: trials.length,
      seconds: estimateSeconds(experiment, trials),
      atMost: mayEndEarly(
        experiment.load,
        trials.map(({ cell }) => cell),
      ),
      model: experiment.load.model,
      ownService: experiment.service !== undefined,
    },
    problems: 0,
    problem: null,
  };
}

/** A file that cannot be read at all. */
export function unreadableEntry(origin: EntryOrigin, reason: string): CollectionEntry {
  return {
    ...origin,
    name: origin.id,
    description: '',
    plan: null,
    problems: 1,
    problem: reason,
  };
}

/** The name that an invalid file gives itself, if it is on its own line. */
function nameIn(text: string): string | null {
  const [, name] = /^name:[ \t]*["']?([^"'\r\n#]{1,200})/m.exec(text) ?? [];
  return name?.trim() || null;
}
