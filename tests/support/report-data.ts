import type { ReportData } from '../../contracts/report.ts';

/** The data of a report on these runs, with nothing but `more` besides their documents. */
export function reportData(runs: ReportData['runs'], more: Partial<ReportData> = {}): ReportData {
  return {
    runs,
    curves: {},
    throughLevels: [],
    heatMaps: {},
    comparisons: {},
    statistics: {},
    studies: {},
    published: {},
    ...more,
  };
}
