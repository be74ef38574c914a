import type { ExperimentInput, PlacedExperiment } from '../../contracts/api/base.ts';
import { describeCell, type PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { builtInExperiments } from '../experiment/builtin.ts';
import { countCells } from '../experiment/cells.ts';
import { estimateSeconds, planTrials, warnings } from '../experiment/plan.ts';
import { readExperiment } from '../experiment/read.ts';
import { environment } from '../platform/environment.ts';
import { version } from '../platform/version.ts';
import { exportRun } from '../report/export.ts';
import { heatMapOf } from '../report/heat-map.ts';
import { remoteHosts } from '../run/address.ts';
import { unconfirmedCommands } from '../run/servers/commands.ts';
import type { Store } from '../store/store.ts';
import { calibrationCalls } from './calibration.ts';
import { collectionCalls } from './calls/collection.ts';
import { compareCalls } from './calls/compare.ts';
import { historyCalls } from './calls/history.ts';
import { machinesCalls } from './calls/machines.ts';
import { ownServiceCalls } from './calls/own-service.ts';
import { publishedCalls } from './calls/published.ts';
import { reportsCalls } from './calls/reports.ts';
import { servicesCalls } from './calls/services.ts';
import { settingsCalls } from './calls/settings.ts';
import { sizesCalls } from './calls/sizes.ts';
import { stacksCalls } from './calls/stacks.ts';
import { statisticsCalls } from './calls/statistics.ts';
import { wireCalls } from './calls/wire.ts';
import { contractImplementer, type RouterParts, withFolder } from './parts.ts';
import { resultDocumentOf } from './report-data.ts';
import { exportPage } from './report-pages.ts';
import { measuredLatency, measuredService, percentileCurve, seriesOf } from './series.ts';

/** The engine's API, as every shell serves it; see `contracts/engine-api.ts`. */
export function createRouter(parts: RouterParts) {
  const { store, runs } = parts;
  const calibration = calibrationCalls(parts);
  const api = contractImplementer;
  const done = {};
  const folderOf = (input: ExperimentInput) => withFolder(input, parts);
  return api.router({
    app: {
      info: api.app.info.handler(() => ({
        version: version(),
        home: parts.home,
        database: parts.database,
        notices: [...parts.notices],
        environment: environment(),
      })),
    },
    experiments: {
      builtIn: api.experiments.builtIn.handler(() => builtInExperiments()),
      check: api.experiments.check.handler(({ input }) => check(folderOf(input), store)),
    },
    hosts: {
      list: api.hosts.list.handler(() => store.confirmedHosts()),
      confirm: api.hosts.confirm.handler(({ input }) => {
        store.confirmHost(input.host.toLowerCase());
        return done;
      }),
      forget: api.hosts.forget.handler(({ input }) => {
        store.forgetHost(input.host.toLowerCase());
        return done;
      }),
    },
    commands: {
      confirm: api.commands.confirm.handler(({ input }) => {
        store.confirmCommand(input.key);
        return done;
      }),
    },
    history: historyCalls(api, parts),
    compare: compareCalls(api, parts),
    statistics: statisticsCalls(api, parts),
    wire: wireCalls(api, parts),
    sizes: sizesCalls(api, parts),
    services: servicesCalls(api, parts),
    stacks: stacksCalls(api, parts),
    machines: machinesCalls(api, parts),
    published: publishedCalls(api, {
      document: (runId) => resultDocumentOf(store, runId),
      runs: (limit) => store.listRuns(limit),
    }),
    reports: reportsCalls(api, parts),
    collection: collectionCalls(api, parts),
    ownService: ownServiceCalls(api, parts),
    settings: settingsCalls(api, parts),
    calibration: {
      latest: api.calibration.latest.handler(() => calibration.latest()),
      run: api.calibration.run.handler(({ input, signal }) =>
        calibration.run(input.seconds, signal),
      ),
    },
    runs: {
      start: api.runs.start.handler(async ({ input }) => {
        return { runId: await runs.start(folderOf(input)) };
      }),
      stop: api.runs.stop.handler(({ input }) => {
        runs.active(input.runId).stop();
        return done;
      }),
      skip: api.runs.skip.handler(({ input }) => {
        runs.active(input.runId).skip();
        return done;
      }),
      extend: api.runs.extend.handler(({ input }) => {
        runs.active(input.runId).extend(input.seconds);
        return done;
      }),
      refine: api.runs.refine.handler(async ({ input }) => {
        const { runId, seconds } = input;
        await runs.refine(runId, seconds, folderOf({ text: '', filesOf: runId }));
        return done;
      }),
      active: api.runs.active.handler(() => runs.current?.progress() ?? null),
      watch: api.runs.watch.handler(({ input, signal }) =>
        runs.watchable(input.runId).watch(signal),
      ),
      list: api.runs.list.handler(({ input }) => store.listRuns(input.limit)),
      get: api.runs.get.handler(({ input }) => resultDocumentOf(store, input.runId)),
      series: api.runs.series.handler(({ input }) => seriesOf(store.intervals(input.trialId))),
      heatMap: api.runs.heatMap.handler(({ input }) => heatMapOf(store.intervals(input.trialId))),
      histogram: api.runs.histogram.handler(({ input }) => {
        const { runId } = store.trial(input.trialId);
        const trial = store.trialResults(runId).find(({ id }) => id === input.trialId);
        const round = trial?.headlineRound ?? null;
        const intervals = store.intervals(input.trialId);
        const latency = measuredLatency(intervals, round);
        const service = measuredService(intervals, round);
        return {
          latency: latency.toData(),
          curve: percentileCurve(latency),
          serviceCurve: service && percentileCurve(service),
        };
      }),
      rename: api.runs.rename.handler(({ input }) => {
        store.renameRun(input.runId, input.name);
        return done;
      }),
      remove: api.runs.remove.handler(({ input }) => {
        store.removeRun(input.runId);
        return done;
      }),
      restore: api.runs.restore.handler(({ input }) => {
        store.restoreRun(input.runId);
        return done;
      }),
      setSaturation: api.runs.setSaturation.handler(({ input }) => {
        store.setSaturation(input.trialId, input.level);
        return done;
      }),
      export: api.runs.export.handler(async ({ input }) => {
        const document = resultDocumentOf(store, input.runId);
        if (input.format === 'html') return exportPage(store, document);
        return exportRun(input.format, {
          document,
          histograms: () =>
            titleTrials(document.trials).map(({ trial, title }) => ({
              title,
              data: measuredLatency(store.intervals(trial.id), trial.headlineRound).toData(),
            })),
        });
      }),
    },
  });
}

export type Router = ReturnType<typeof createRouter>;

function check({ text, folder }: PlacedExperiment, store: Store) {
  const read = readExperiment(text);
  if (!read.ok) return { problems: [...read.problems], plan: null };
  const { experiment } = read;
  const trials = planTrials(experiment);
  const confirmed = store.confirmedHosts();
  return {
    problems: [],
    plan: {
      name: experiment.name,
      trials,
      cells: countCells(experiment),
      seconds: estimateSeconds(experiment, trials),
      ...longestSeconds(experiment, trials),
      warnings: warnings(experiment),
      unconfirmedHosts: remoteHosts(experiment).filter((host) => !confirmed.includes(host)),
      unconfirmedCommands: unconfirmedCommands(experiment, folder, store.isCommandConfirmed),
    },
  };
}

function longestSeconds(experiment: Experiment, trials: readonly PlannedTrial[]) {
  const { untilDecided } = experiment;
  if (!untilDecided) return {};
  const fewest = estimateSeconds(experiment, trials) ?? 0;
  return { longestSeconds: Math.max(fewest, untilDecided.within / 1000) };
}

/** A title for each trial: its cell, with its repetition where the cell has several. */
function titleTrials(trials: readonly TrialResult[]): { trial: TrialResult; title: string }[] {
  const repeated = trials.some(({ repetition }) => repetition > 1);
  return trials.map((trial) => ({
    trial,
    title: describeCell(trial.cell) + (repeated ? ` · repetition ${trial.repetition}` : ''),
  }));
}
