import type { ReportFigureType } from '../../contracts/report.ts';
import { machinesTitle } from '../../metrics/machine-columns.ts';
import { partsTitle } from '../../metrics/part-columns.ts';
import { placesTitle } from '../../metrics/place-columns.ts';
import { sameWorkTitle } from '../../metrics/same-work.ts';
import { watchedTitle } from '../../metrics/watched-columns.ts';

/** Short names of figures. */
export const figureNames: Record<ReportFigureType, string> = {
  columns: 'Column chart',
  percentiles: 'Percentile curves',
  saturation: 'Saturation curve',
  crossovers: 'Crossovers',
  'two-way': 'Which factor decides',
  'cell-means': 'Means of two factors',
  'client-tax': 'Client tax',
  'use-cases': 'Use cases',
  'use-case-medians': 'Medians of use cases',
  parts: partsTitle,
  machines: machinesTitle,
  places: placesTitle,
  watched: watchedTitle,
  tls: 'TLS vs no TLS',
  energy: 'Energy per request',
  sizes: 'Message sizes',
  'size-gain': 'Size and gain',
  'heat-map': 'Latency over time',
  rounds: 'Rounds',
  trials: 'All trials',
  comparisons: 'Comparisons within a run',
  'same-work': sameWorkTitle,
  intervals: 'Intervals vs a baseline',
  ratios: 'Ratios of two runs',
  'run-comparison': 'Comparison of two runs',
  statistics: 'Intervals within a run',
  'aa-check': 'A/A check',
  ecdf: 'Distributions of a study’s procedure',
  bootstrap: 'Bootstrap distribution',
  published: 'Comparison with published figures',
  'published-table': 'Published table',
  environment: 'Environment',
  experiment: 'Experiment file',
};
