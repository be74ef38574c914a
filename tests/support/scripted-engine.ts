import { createReadStream, existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer } from 'ws';
import {
  type ErrorCode,
  type ErrorReport,
  toErrorReport,
  type WirebenchError,
} from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { contractImplementer as os } from '../../engine/api/parts.ts';
import { builtInExperiments } from '../../engine/experiment/builtin.ts';
import { cellsOf, estimateSeconds, planTrials, warnings } from '../../engine/experiment/plan.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { notListening } from '../../engine/machines/keeper.ts';
import { unconfirmedCommands } from '../../engine/run/servers/commands.ts';
import { greeting } from '../../engine/serve/engine-socket.ts';
import { makeFolder, removeFolder } from './folder.ts';
import { scriptedCollection } from './scripted/collection.ts';
import { scriptedCompare } from './scripted/compare.ts';
import { scriptedHistory } from './scripted/history.ts';
import { noMachinesJoin, type ScriptedMachines, scriptedMachines } from './scripted/machines.ts';
import { scriptedOwnService } from './scripted/own-service.ts';
import { scriptedPublished } from './scripted/published.ts';
import { scriptedReports } from './scripted/reports.ts';
import { scriptedServices } from './scripted/services.ts';
import { scriptedSettings } from './scripted/settings.ts';
import { scriptedSizes } from './scripted/sizes.ts';
import { scriptedStacks } from './scripted/stacks.ts';
import { scriptedStatistics } from './scripted/statistics.ts';
import { scriptedWire } from './scripted/wire.ts';
import { scriptedCurve, scriptedHeatMap, scriptedSeries } from './scripted-metrics.ts';
import { type ScriptedRun, ScriptedState, scriptedEnvironment } from './scripted-state.ts';

/**
 * A scripted replacement for the engine, for pictures and component tests of the
 * window. It reads experiments with the real reader; its runs are invented.
 */
export interface ScriptedOptions {
  /** Number of stored runs at the start. */
  readonly runs?: number;
  /** Milliseconds between live points; the real engine has 250. */
  readonly pace?: number;
  /** The live point, counted over all trials from 1, at which a run pauses until it is stopped. */
  readonly hold?: number;
  /** Experiments of additional stored runs, `given-0`, `given-1` … */
  readonly experiments?: readonly string[];
  /** Folder of the built renderer. */
  readonly files: string;
  readonly port?: number;
  /** Makes the history fail, as with a damaged database. */
  readonly brokenHistory?: boolean;
  /** What the engine reports of its start. */
  readonly notices?: readonly string[];
  /** The engine's state of other machines; the test may change it at any time. */
  readonly machines?: ScriptedMachines;
  /** Whether documents have findings, as from the real engine. */
  readonly findings?: boolean;
}

const empty = { buckets: [], count: 0, min: 0, max: 0, sum: 0, sumOfSquares: 0 };

interface Failing {
  FAILED(options: { data: ErrorReport }): Error;
}

function failure(errors: Failing, code: ErrorCode, message: string): Error {
  return errors.FAILED({ data: { code, message } });
}

function failed({ FAILED }: Failing, error: WirebenchError): Error {
  return FAILED({ data: toErrorReport(error) });
}

function machinesIn(text: string): number {
  const read = readExperiment(text);
  return read.ok ? read.experiment.machines : 0;
}

function unconfirmed(experiment: Experiment, hosts: ReadonlySet<string>): string[] {
  if (experiment.target === 'bundled') return [];
  const named = Object.values(experiment.target).map((address = '') =>
    address.replace(/^https?:\/\//, '').replace(/[:/].*$/, ''),
  );
  return [...new Set(named)].filter((host) => host !== '127.0.0.1' && !hosts.has(host));
}

function check(text: string, state: ScriptedState) {
  const read = readExperiment(text);
  if (!read.ok) return { problems: [...read.problems], plan: null };
  const trials = planTrials(read.experiment);
  return {
    problems: [],
    plan: {
      name: read.experiment.name,
      trials,
      cells: cellsOf(read.experiment).length,
      seconds: estimateSeconds(read.experiment, trials),
      warnings: warnings(read.experiment),
      unconfirmedHosts: unconfirmed(read.experiment, state.hosts),
      unconfirmedCommands: unconfirmedCommands(read.experiment, '/home/user', (key) =>
        state.commands.has(key),
      ),
    },
  };
}

function runOf(state: ScriptedState, errors: Failing, id: string): ScriptedRun {
  const run = state.runs.get(id);
  if (!run) throw failure(errors, 'RUN_NOT_FOUND', `No run has the id ${id}.`);
  return run;
}

function trialOf(state: ScriptedState, errors: Failing, trialId: string) {
  for (const run of state.runs.values()) {
    const found = run.planned.find(({ index }) => `${run.summary.id}-${index}` === trialId);
    if (found) return found;
  }
  throw failure(errors, 'TRIAL_NOT_FOUND', `No trial has the id ${trialId}.`);
}

function makeRouter(
  state: ScriptedState,
  {
    pace = 250,
    hold = Number.POSITIVE_INFINITY,
    brokenHistory = false,
    notices = [],
    machines = noMachinesJoin(),
  }: ScriptedOptions,
  folder: string,
) {
  return os.router({
    app: {
      info: os.app.info.handler(() => ({
        version: '0.1.0',
        home: '/home/user/.local/share/wirebench',
        database: '/home/user/.local/share/wirebench/wirebench.db',
        notices: notices.map((text) => ({ text, runId: null })),
        environment: scriptedEnvironment,
      })),
    },
    experiments: {
      builtIn: os.experiments.builtIn.handler(() => builtInExperiments()),
      check: os.experiments.check.handler(({ input }) => check(input.text, state)),
    },
    commands: {
      confirm: os.commands.confirm.handler(({ input }) => {
        state.commands.add(input.key);
        return {};
      }),
    },
    hosts: {
      list: os.hosts.list.handler(() => [...state.hosts]),
      confirm: os.hosts.confirm.handler(({ input }) => {
        state.hosts.add(input.host);
        return {};
      }),
      forget: os.hosts.forget.handler(({ input }) => {
        state.hosts.delete(input.host);
        return {};
      }),
    },
    ownService: scriptedOwnService(os),
    history: scriptedHistory(os, state, { brokenHistory }),
    compare: scriptedCompare(os, state),
    statistics: scriptedStatistics(os, state),
    wire: scriptedWire(os, state),
    sizes: scriptedSizes(os),
    published: scriptedPublished(os, state),
    services: scriptedServices(os, state),
    stacks: scriptedStacks(os),
    machines: scriptedMachines(os, machines),
    settings: scriptedSettings(os, state),
    reports: scriptedReports(os, state),
    collection: scriptedCollection(os, folder),
    calibration: {
      latest: os.calibration.latest.handler(() => state.calibration),
      run: os.calibration.run.handler(({ errors }) => {
        if (state.progress?.status === 'running') {
          throw failure(errors, 'RUN_BUSY', 'A run is in progress.');
        }
        return state.calibrate(pace);
      }),
    },
    runs: {
      start: os.runs.start.handler(({ input, errors }) => {
        if (state.progress?.status === 'running') {
          throw failure(errors, 'RUN_BUSY', `“${state.progress.name}” is still in progress.`);
        }
        const wanted = machinesIn(input.text);
        if (wanted > 0 && !machines.state.listening) throw failed(errors, notListening());
        return { runId: state.start(input.text) };
      }),
      stop: os.runs.stop.handler(() => {
        state.finish('stopped');
        return {};
      }),
      skip: os.runs.skip.handler(() => {
        const trial = state.progress?.trials[state.progress.current ?? -1];
        if (trial) trial.status = 'skipped';
        return {};
      }),
      extend: os.runs.extend.handler(({ input, errors }) => {
        const why = state.extend(input.seconds);
        if (why !== null) throw failure(errors, 'TRIAL_NOT_EXTENDABLE', why);
        return {};
      }),
      active: os.runs.active.handler(() =>
        state.progress?.status === 'running' ? structuredClone(state.progress) : null,
      ),
      watch: os.runs.watch.handler(() => state.play(pace, hold, machines)),
      list: os.runs.list.handler(({ input, errors }) => {
        if (brokenHistory) throw failure(errors, 'STORE_CORRUPT', 'The database is damaged.');
        return state.summaries().slice(0, input.limit);
      }),
      get: os.runs.get.handler(({ input, errors }) =>
        state.document(runOf(state, errors, input.runId)),
      ),
      series: os.runs.series.handler(({ input, errors }) => {
        const { cell, index } = trialOf(state, errors, input.trialId);
        return scriptedSeries(cell, index);
      }),
      heatMap: os.runs.heatMap.handler(({ input, errors }) => {
        const { cell, index } = trialOf(state, errors, input.trialId);
        return scriptedHeatMap(cell, index);
      }),
      histogram: os.runs.histogram.handler(({ input, errors }) => {
        const { cell } = trialOf(state, errors, input.trialId);
        return {
          latency: empty,
          curve: scriptedCurve(cell),
          serviceCurve: cell.rate === undefined ? null : scriptedCurve(cell, 0.4),
        };
      }),
      rename: os.runs.rename.handler(({ input, errors }) => {
        const run = runOf(state, errors, input.runId);
        run.summary = { ...run.summary, name: input.name };
        return {};
      }),
      remove: os.runs.remove.handler(({ input, errors }) => {
        runOf(state, errors, input.runId).removed = true;
        return {};
      }),
      restore: os.runs.restore.handler(({ input, errors }) => {
        runOf(state, errors, input.runId).removed = false;
        return {};
      }),
      setSaturation: os.runs.setSaturation.handler(({ input, errors }) => {
        trialOf(state, errors, input.trialId);
        if (input.level === null) state.byHand.delete(input.trialId);
        else state.byHand.set(input.trialId, input.level);
        return {};
      }),
      export: os.runs.export.handler(({ input, errors }) => {
        const { summary } = runOf(state, errors, input.runId);
        return { name: `${summary.id}.${input.format}`, mediaType: 'text/plain', text: 'scripted' };
      }),
    },
  });
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
  "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

function serveFile(folder: string, url: string, response: ServerResponse): void {
  const path = normalize(new URL(url, 'http://host').pathname);
  const file = join(folder, path === '/' ? 'index.html' : path);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', mediaTypes[extname(file)] ?? 'application/octet-stream');
  response.setHeader('content-security-policy', contentPolicy);
  // Names of assets contain a hash of their content: compiled code may be cached too.
  if (path.startsWith('/assets/'))
    response.setHeader('cache-control', 'max-age=31536000, immutable');
  createReadStream(file).pipe(response);
}

/** Serves the renderer and a scripted engine on 127.0.0.1. */
export async function startScriptedEngine(
  options: ScriptedOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const state = new ScriptedState(options.runs ?? 14, options.experiments, options.findings);
  const folder = makeFolder();
  const handler = new RPCHandler(makeRouter(state, options, folder));
  const server = createServer((request, response) =>
    serveFile(options.files, request.url ?? '/', response),
  );
  const sockets = new WebSocketServer({ server, path: '/engine' });
  sockets.on('connection', (socket) => {
    void handler.upgrade(socket, { context: {} });
    socket.send(greeting);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Windows reconnect immediately, and even half-open WebSockets delay a server's end.
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      // A paused run would continue for ever.
      state.finish('stopped');
      server.close(() => {
        removeFolder(folder);
        resolve();
      });
      for (const socket of open) socket.destroy();
    });
  return { url: `http://127.0.0.1:${port}/`, close };
}
