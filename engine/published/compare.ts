import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type {
  ComparedTable,
  OurFigure,
  PublishedComparison,
  PublishedValue,
} from '../../contracts/published.ts';
import type { Environment, ResultDocument } from '../../contracts/result.ts';
import type { Verdict } from '../../contracts/words.ts';
import { countOf, formatBytes } from '../../metrics/format.ts';
import { readExperiment } from '../experiment/read.ts';
import { worstVerdict } from '../report/compare/measured-run.ts';
import { addAgreements, countsOf } from './counts.ts';
import { middleOf, type OurFigures, ourFigures } from './figures.ts';
import type { Matching, Quotient } from './matching.ts';
import { inForm, ourRatio, valuesAt } from './ours.ts';
import { pairsOfTable } from './pairs.ts';
import { likePrinted } from './print.ts';
import { type ReadTable, readStudy } from './tables.ts';
import { addTallies, tallyOf, tallyWords } from './tally.ts';
import type { OurRun } from './trial-metrics.ts';
import { trialSizeWords } from './trust.ts';

/** Inputs of a comparison of a run. */
type Measured = Pick<ResultDocument, 'run'> & {
  readonly trials: readonly TrialResult[];
  readonly analysis: { readonly saturation: OurRun['saturation'] };
};

/** A run compared with the published tables that its experiment names; null if it names none. */
export function publishedOfRun({ run, trials, analysis }: Measured): PublishedComparison | null {
  const read = readExperiment(run.experiment);
  const settings = read.ok ? read.experiment.study : undefined;
  if (!read.ok || !settings) return null;
  const { target, load } = read.experiment;
  const { study, tables: all } = readStudy(settings.name);
  const completed = trials.filter(({ status }) => status === 'completed');
  const ours: OurRun = {
    trials: completed,
    saturation: analysis.saturation,
    bundled: target === 'bundled',
    bounded: boundOf(load),
    untilDecided: read.experiment.untilDecided !== null,
  };
  const tables = all
    .filter(({ table }) => settings.tables.includes(table.id))
    .map((table) => compareTable(table, ours));
  const counts = addAgreements(tables.map((one) => one.counts));
  const { tables: _, ...facts } = study;
  const tally = addTallies(tables.map((one) => one.tally));
  const machine = machineWords(run.environment, ours);
  const size = trialSizeWords(trials);
  return {
    run: { id: run.id, name: run.name, startedAt: run.startedAt, machine, size },
    study: facts,
    tables,
    counts,
    tally,
    words: tallyWords(tally),
  };
}

function boundOf(load: Experiment['load']): OurRun['bounded'] {
  if (load.model === 'plan') return 'number';
  return 'requests' in load && load.requests !== undefined ? 'number' : 'time';
}

/** A machine in the style of the studies' descriptions; unknown for services that are not bundled. */
function machineWords(
  { cpu, cores, memoryBytes, os, node }: Environment,
  { bundled, trials }: Pick<OurRun, 'bundled' | 'trials'>,
): string {
  const client = `Node.js ${node.replace(/^v/, '')}`;
  const measured = trials.filter(({ window }) => window.seconds > 0);
  const runtimes = [...new Set(measured.map(({ made }) => made?.runtime ?? client))];
  const programs = !bundled
    ? `${client} for the client, services under target`
    : runtimes.length === 0
      ? `${client} for the client`
      : runtimes.every((one) => one === client)
        ? `${client} for client and services`
        : `${client} for the client, ${runtimes.join(', ')} for services`;
  return `${cpu}, ${countOf(cores, 'core')}, ${formatBytes(memoryBytes)}, ${os}; ${programs}`;
}

function compareTable({ table, matching }: ReadTable, run: OurRun): ComparedTable {
  if (!matching) {
    const notes = ['A run has nothing to compare with this table.'];
    const none = { pairs: [], counts: countsOf([]), tally: tallyOf([]), words: '' };
    return { table, ours: table.values.map(() => null), ...none, notes };
  }
  const figures = ourFigures(matching, run);
  const ours = table.values.map((value) => ourFigure(value, matching, figures, run));
  const pairs = pairsOfTable(table, matching, figures, run);
  const notes = [
    ...matching.notes(run),
    ...(figures.chosen ? [`Only the run’s cells with ${figures.chosen} are shown.`] : []),
  ];
  const tally = tallyOf(pairs);
  const words = tallyWords(tally);
  return { table, ours, pairs, counts: countsOf(pairs), tally, words, notes };
}

function ourFigure(
  { at, metric, printed }: PublishedValue,
  matching: Matching,
  figures: OurFigures,
  run: OurRun,
): OurFigure | null {
  if (matching.quotient) {
    return quotientFigure(matching.quotient(at), metric, printed, figures, run);
  }
  const { values: repeated, borrowed, trials } = valuesAt(at, metric, matching, figures);
  const values = [...repeated.values()];
  if (values.length === 0) return null;
  const value = middleOf(matching.repetitions(metric), values);
  return figureOf(values, value, printed, worstVerdict(trials), borrowed);
}

function figureOf(
  values: readonly number[],
  value: number,
  printed: string,
  verdict: Verdict,
  borrowed = false,
): OurFigure {
  return {
    trials: values.length,
    value,
    low: Math.min(...values),
    high: Math.max(...values),
    text: likePrinted(value, printed),
    borrowed,
    verdict,
  };
}

function quotientFigure(
  { top, bottom, form }: Quotient,
  metric: string,
  printed: string,
  figures: OurFigures,
  run: OurRun,
): OurFigure | null {
  const [over, under] = [figures.at(top, metric), figures.at(bottom, metric)];
  const ratio = ourRatio(over, under, run);
  if (!ratio) return null;
  const trials = Math.min(over.size, under.size);
  const [value, low, high] = [
    ratio.times,
    ratio.interval?.low ?? ratio.times,
    ratio.interval?.high ?? ratio.times,
  ].map(inForm[form]);
  const sources = [top, bottom].flatMap((one) => figures.trialsAt(one, metric));
  const figure = figureOf([low ?? 0, high ?? 0], value ?? 0, printed, worstVerdict(sources));
  return { ...figure, trials };
}
