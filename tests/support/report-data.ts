import type { ReportData } from '../../contracts/report.ts';

/** What a report of these runs is drawn from, with nothing else than `more` besides their documents. */
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
