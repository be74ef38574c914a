import type {
  ComparedTable,
  OurFigure,
  PublishedComparison,
  PublishedValue,
} from '../../contracts/published.ts';
import type { Environment, ResultDocument } from '../../contracts/result.ts';
import { formatBytes } from '../../figures/format.ts';
import { readExperiment } from '../experiment/read.ts';
import { addAgreements, countsOf, countWords } from './counts.ts';
import { middleOf, type OurFigures, ourFigures } from './figures.ts';
import type { Matching, Quotient } from './matching.ts';
import { inForm, ourRatio, valuesAt } from './ours.ts';
import { pairsOfTable } from './pairs.ts';
import { likePrinted } from './print.ts';
import { type ReadTable, readStudy } from './tables.ts';
import type { OurRun } from './trial-figures.ts';

/** A run beside the published tables that its experiment names; null where it names none. */
export function publishedOfRun(document: ResultDocument): PublishedComparison | null {
  const { run, trials, analysis } = document;
  const read = readExperiment(run.experiment);
  const settings = read.ok ? read.experiment.study : undefined;
  if (!settings) return null;
  const { study, tables: all } = readStudy(settings.name);
  const ours: OurRun = { trials, saturation: analysis.saturation };
  const tables = all
    .filter(({ table }) => settings.tables.includes(table.id))
    .map((table) => compareTable(table, ours));
  const counts = addAgreements(tables.map((one) => one.counts));
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
  return `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${formatBytes(memoryBytes)}, ${os}; Node.js ${node.replace(/^v/, '')} for client and services`;
}

function compareTable({ table, matching }: ReadTable, run: OurRun): ComparedTable {
  if (!matching) {
    const notes = ['A run has nothing to lay beside this table.'];
    return { table, ours: table.values.map(() => null), pairs: [], counts: countsOf([]), notes };
  }
  const figures = ourFigures(matching, run);
  const ours = table.values.map((value) => ourFigure(value, matching, figures));
  const pairs = pairsOfTable(table, matching, figures);
  const notes = [
    ...matching.notes(run),
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
    return quotientFigure(matching.quotient(at), metric, printed, figures);
  }
  const { values, borrowed } = valuesAt(at, metric, matching, figures);
  if (values.length === 0) return null;
  const value = middleOf(matching.repetitions(metric), values);
  return figureOf(values, value, printed, borrowed);
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
  { top, bottom, form }: Quotient,
  metric: string,
  printed: string,
  figures: OurFigures,
): OurFigure | null {
  const ratio = ourRatio(figures.at(top, metric), figures.at(bottom, metric));
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
