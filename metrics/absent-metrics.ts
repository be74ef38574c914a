import type { ReportFigureType } from '../contracts/report.ts';

/** Charts and tables made of trials at one level of load only; trials that went through several levels have rounds. */
const ofOneLevel: ReadonlySet<ReportFigureType> = new Set([
  ...(['columns', 'percentiles', 'two-way', 'cell-means', 'tls', 'size-gain'] as const),
  ...(['comparisons', 'statistics', 'aa-check', 'ecdf', 'bootstrap'] as const),
]);

/** Requirements of a run for each kind of chart or table. */
const needs: Record<ReportFigureType, string> = {
  columns: 'trials',
  percentiles: 'trials with answers',
  saturation: 'curves over rising levels of load',
  crossovers: 'curves over load to compare',
  'two-way': 'pairs of factors that divide a figure',
  'cell-means': 'pairs of factors that divide a figure',
  'client-tax': 'cells of both the raw and the library client',
  parts: 'requests of a mix and no steps of a flow',
  machines: 'load from several machines',
  places: 'machines in several places',
  watched: 'machines that were watched',
  'use-cases': 'use cases',
  'use-case-medians': 'use cases',
  tls: 'cells that differ in TLS alone',
  energy: 'figures of energy',
  sizes: 'sizes of messages',
  'size-gain': 'protocols to compare by the sizes of their messages',
  'heat-map': 'trials with answers',
  rounds: 'rounds',
  trials: 'trials',
  comparisons: 'cells to compare that differ in one factor alone',
  'same-work': 'cells to compare that differ in one factor alone',
  intervals: 'cells in common',
  ratios: 'cells in common',
  'run-comparison': 'cells in common',
  statistics: 'repeated cells that differ in one factor alone',
  'aa-check': 'cells that were repeated often enough',
  ecdf: 'samples for the procedure of a study',
  bootstrap: 'pairs of repetitions for the procedure of a study',
  published: 'published figures to compare with',
  'published-table': 'published tables to compare with',
  environment: 'facts of its environment',
  experiment: 'text of its experiment',
};

const amongRuns: ReadonlySet<ReportFigureType> = new Set(['intervals', 'ratios', 'run-comparison']);

/** Whether a chart or table compares runs. */
export function comparesRuns(type: ReportFigureType): boolean {
  return amongRuns.has(type);
}

interface Asked {
  /** Number of runs available for it. */
  readonly runs: number;
  /** Whether their trials went through several levels of load. */
  readonly throughLevels: boolean;
  /** The part of a run it covers: `for the shape small`; empty for all of it. */
  readonly part?: string;
}

/** Reason why the available runs cannot fill a chart or table of this kind, as a clause. */
export function whyAbsent(
  type: ReportFigureType,
  { runs, throughLevels, part = '' }: Asked,
): string {
  if (comparesRuns(type)) {
    return runs < 2 ? 'it takes several runs' : `the runs have no ${needs[type]}`;
  }
  if (throughLevels && ofOneLevel.has(type)) {
    return 'the trials went through several levels of load, and one figure for all of them would describe no load at all';
  }
  const needed = `${needs[type]}${part === '' ? '' : ` ${part}`}`;
  return runs > 1 ? `none of the runs has ${needed}` : `the run has no ${needed}`;
}
