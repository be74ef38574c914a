import { WirebenchError } from '../../contracts/errors.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import {
  type Report,
  type ReportCurve,
  type ReportData,
  type ReportFigure,
  runsOfFigure,
} from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { levelOf, runsThroughLevels } from '../../metrics/levels.ts';
import { comparisonsOf } from '../report/compare/of-report.ts';
import { buildDocument } from '../report/document.ts';
import { heatMapOf } from '../report/heat-map.ts';
import { publishedOfReport } from '../report/published.ts';
import { statisticsOfReport } from '../report/statistics/of-report.ts';
import type { Store } from '../store/store.ts';
import { pooledCurve } from './compare/cell-curve.ts';
import { latencySample } from './latency-sample.ts';

/** The outcome of a stored run. @throws WirebenchError RUN_NOT_FOUND */
export function resultDocumentOf(store: Store, runId: string): ResultDocument {
  return buildDocument(
    store.runHead(runId),
    store.trialResults(runId),
    store.saturationOverrides(runId),
  );
}

/** Curves of ended trials by trial id. They never change, and a report is redrawn often while it is composed. */
export type CurveCache = Map<string, ReportCurve>;
const maxCached = 400;
/** Maximum resolution of a printed heat map. */
const printedColumns = 240;

/** The data that the figures of a report need; runs that have been removed are left out. */
export function gatherData(
  store: Store,
  report: Report,
  cache: CurveCache = new Map(),
): ReportData {
  const figures = report.blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure] : []));
  const runs = runsOf(report, figures).flatMap((runId) => found(store, runId));
  return {
    comparisons: comparisonsOf(figures, runs),
    ...statisticsOfReport(figures, runs, latencySample(store)),
    published: publishedOfReport(figures, runs),
    runs: runs.map((document) => lean(document, figures)),
    throughLevels: runsThroughLevels(runs),
    curves: Object.fromEntries(
      curveTrials(figures, runs).map(([key, trials]) => [key, cachedCurve(store, trials, cache)]),
    ),
    heatMaps: Object.fromEntries(
      heatMapTrials(figures, runs).map(({ id }) => [
        id,
        heatMapOf(store.intervals(id), printedColumns),
      ]),
    ),
  };
}

function runsOf(report: Report, figures: readonly ReportFigure[]): string[] {
  return [...new Set([...report.runIds, ...figures.flatMap(runsOfFigure)])];
}

function found(store: Store, runId: string): ResultDocument[] {
  try {
    return [resultDocumentOf(store, runId)];
  } catch (error) {
    // The page shows a notice in place of each figure whose run has been removed.
    if (error instanceof WirebenchError && error.code === 'RUN_NOT_FOUND') return [];
    throw error;
  }
}

/** Rounds make up most of a document, and few figures show them. */
function lean(document: ResultDocument, figures: readonly ReportFigure[]): ResultDocument {
  const wanted = new Set(
    figures.flatMap((figure) => (figure.type === 'rounds' ? [figure.trialId] : [])),
  );
  const trials = document.trials.map((trial) =>
    trial.rounds.length === 0 || wanted.has(trial.id) ? trial : { ...trial, rounds: [] },
  );
  return { ...document, trials };
}

/**
 * The trials whose curves figures show, with the id of the first one: of each cell of a shape and level, the
 * completed trials, or all trials with responses where none completed.
 */
function curveTrials(
  figures: readonly ReportFigure[],
  documents: readonly ResultDocument[],
): [key: string, trials: readonly TrialResult[]][] {
  return figures.flatMap((figure) => {
    if (figure.type !== 'percentiles') return [];
    const document = documents.find(({ run }) => run.id === figure.runId);
    const own = (document?.trials ?? []).filter(
      ({ cell, requests }) =>
        requests.ok > 0 && cell.shape === figure.shape && levelOf(cell) === figure.level,
    );
    return [...Map.groupBy(own, ({ cell }) => describeCell(cell)).values()].flatMap((trials) => {
      const done = trials.filter(({ status }) => status === 'completed');
      const [first] = trials;
      return first ? [[first.id, done.length > 0 ? done : trials]] : [];
    });
  });
}

function cachedCurve(store: Store, trials: readonly TrialResult[], cache: CurveCache): ReportCurve {
  const key = trials.map(({ id }) => id).join(' ');
  const known = cache.get(key);
  if (known) return known;
  const curve = pooledCurve(store, trials);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, curve);
  return curve;
}

function heatMapTrials(
  figures: readonly ReportFigure[],
  documents: readonly ResultDocument[],
): TrialResult[] {
  const wanted = new Set(
    figures.flatMap((figure) => (figure.type === 'heat-map' ? [figure.trialId] : [])),
  );
  return documents.flatMap(({ trials }) => trials.filter(({ id }) => wanted.has(id)));
}
