import type { ReportFigureType } from '../../../contracts/report.ts';

/** What a figure is, in a word or two. */
export const figureNames: Record<ReportFigureType, string> = {
  columns: 'Column chart',
  percentiles: 'Percentile curves',
  saturation: 'Saturation curve',
  'client-tax': 'Client tax',
  'use-cases': 'Use cases',
  'use-case-medians': 'Medians of use cases',
  tls: 'TLS against none',
  energy: 'Energy per request',
  sizes: 'Sizes of messages',
  'heat-map': 'Latency over time',
  rounds: 'Rounds',
  trials: 'All trials',
  comparisons: 'Comparisons within a run',
  intervals: 'Intervals against a baseline',
  ratios: 'Ratios of two runs',
  'run-comparison': 'Comparison of two runs',
  statistics: 'Intervals within a run',
  'aa-check': 'A/A check',
  ecdf: 'Distributions of a study’s procedure',
  bootstrap: 'Bootstrap distribution',
  published: 'Beside published figures',
  'published-table': 'Published table',
  environment: 'Environment',
  experiment: 'Experiment file',
};
