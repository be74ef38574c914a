import type {
  ComparedTable,
  OurFigure,
  PublishedComparison,
  PublishedStudy,
  PublishedTable,
  PublishedValue,
} from '../../contracts/published.ts';
import type { Environment, ResultDocument } from '../../contracts/result.ts';
import { addCounts, countsOf, countWords } from './counts.ts';
import { middleOf, type OurFigures, ourFigures } from './figures.ts';
import { matchingOf } from './matching/all.ts';
import type { Matching, OurRun, Quotient } from './matching/matching.ts';
import { inForm, ratioOf, valuesAt } from './ours.ts';
import { pairsOfTable } from './pairs.ts';
import { likePrinted } from './print.ts';

/** What a comparison is made of; the tables are those that the experiment names. */
export interface ComparisonInput {
  readonly document: ResultDocument;
  readonly study: PublishedStudy;
  readonly tables: readonly PublishedTable[];
}

/** A run beside published tables; see {@link PublishedComparison}. Pure. */
export function compareWithPublished(input: ComparisonInput): PublishedComparison {
  const { document, study } = input;
  const { run } = document;
  const ours: OurRun = {
    trials: document.trials,
    saturation: document.analysis.saturation,
  };
  const tables = input.tables.map((table) => compareTable(table, ours));
  const counts = addCounts(tables.map((one) => one.counts));
  const { tables: _, ...facts } = study;
  const machine = machineWords(run.environment);
  return {
    run: { id: run.id, name: run.name, startedAt: run.startedAt, machine },
    study: facts,
    tables,
    counts,
    words: countWords(counts),
  };
}

/** A machine in the words in which the studies tell theirs. */
export function machineWords({ cpu, cores, memoryBytes, os, node }: Environment): string {
  const memory = `${Math.round(memoryBytes / 2 ** 30)} GB`;
  return `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory}, ${os}; Node.js ${node.replace(/^v/, '')} for client and services`;
}

function compareTable(table: PublishedTable, run: OurRun): ComparedTable {
  const matching = matchingOf(table.study, table.id);
  if (!matching) {
    const notes = ['A run has nothing to lay beside this table.'];
    return { table, ours: table.values.map(() => null), pairs: [], counts: countsOf([]), notes };
  }
  const figures = ourFigures(matching, run);
  const ours = table.values.map((value) => ourFigure(value, matching, figures));
  const pairs = pairsOfTable(table, matching, figures);
  const notes = [
    ...matching.notes(run, table),
    ...(figures.chosen ? [`Of the run’s cells those with ${figures.chosen} are shown.`] : []),
  ];
  return { table, ours, pairs, counts: countsOf(pairs), notes };
}

function ourFigure(
  { at, metric, printed }: PublishedValue,
  matching: Matching,
  figures: OurFigures,
): OurFigure | null {
  if (matching.quotient) {
    return quotientFigure(matching.quotient(at, metric), printed, figures);
  }
  const { values, borrowed } = valuesAt(at, metric, matching, figures);
  if (values.length === 0) return null;
  const middle = matching.repetitions?.(metric).middle ?? 'mean';
  return figureOf(values, middleOf(middle, values), printed, borrowed);
}

function figureOf(
  values: readonly number[],
  value: number,
  printed: string,
  borrowed = false,
): OurFigure {
  return {
    trials: values.length,
    value,
    low: Math.min(...values),
    high: Math.max(...values),
    text: likePrinted(value, printed),
    borrowed,
  };
}

function quotientFigure(
  quotient: Quotient,
  printed: string,
  figures: OurFigures,
): OurFigure | null {
  const { top, bottom, metric, form } = quotient;
  const ratio = ratioOf(figures.at(top, metric), figures.at(bottom, metric));
  if (!ratio) return null;
  const trials = Math.min(figures.at(top, metric).length, figures.at(bottom, metric).length);
  const [value, low, high] = [
    ratio.times,
    ratio.interval?.low ?? ratio.times,
    ratio.interval?.high ?? ratio.times,
  ].map(inForm[form]);
  const figure = figureOf([low ?? 0, high ?? 0], value ?? 0, printed);
  return { ...figure, trials };
}
