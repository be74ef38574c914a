import { randomUUID } from 'node:crypto';
import type { Calibration, CalibrationEvent, Ceiling } from '../../contracts/calibration.ts';
import type { LiveHealth, RunEvent, RunProgress, RunSummary } from '../../contracts/engine-api.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import { isPlan, type Load, loadSchema } from '../../contracts/experiment/load.ts';
import type { RunOutcome } from '../../contracts/history.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Environment, ResultDocument, RunHead } from '../../contracts/result.ts';
import { clientKinds, protocols } from '../../contracts/words.ts';
import { builtInExperiments } from '../../engine/experiment/builtin.ts';
import { planTrials } from '../../engine/experiment/plan.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { orderedRun } from '../../engine/report/comparisons.ts';
import { analyseCrossovers } from '../../engine/report/crossover.ts';
import { findingOf, runOutcome } from '../../engine/report/finding/finding.ts';
import { levelOrder } from '../../engine/report/level-order.ts';
import { analyseUseCases } from '../../engine/report/use-cases.ts';
import { noMachinesJoin, type ScriptedMachines } from './scripted/machines.ts';
import { withOtherSide } from './scripted/other-side.ts';
import { scriptedPlan } from './scripted/plan.ts';
import { scriptedAnalysis, scriptedPoints, scriptedResult } from './scripted-metrics.ts';
import {
  pointsInRounds,
  scriptedLevels,
  scriptedRounds,
  scriptedSaturation,
  scriptedTax,
} from './scripted-rounds.ts';
import { surroundingAnalysis, withSurroundings } from './scripted-surroundings.ts';

export const scriptedEnvironment: Environment = {
  wirebench: '0.1.0',
  node: '24.21.0',
  os: 'Linux 6.8',
  arch: 'x64',
  cpu: 'Scripted CPU',
  cores: 2,
  memoryBytes: 8_000_000_000,
  libraries: { fastify: '5.12.8', soap: '1.13.0', '@grpc/grpc-js': '1.14.7' },
};

/** A stored run with its plan. */
export interface ScriptedRun {
  readonly text: string;
  readonly planned: readonly PlannedTrial[];
  summary: RunSummary;
  removed: boolean;
}

const outcomes: readonly Partial<RunSummary>[] = [
  {},
  { verdict: 'suspect' },
  { status: 'failed' },
  { status: 'stopped' },
  { verdict: 'client-bound' },
  { status: 'interrupted', endedAt: null },
];
const names = [
  'First look',
  'Users 10–200, small messages',
  'TLS tax, all protocols',
  'Large payloads: 2,000,000 characters there and back',
  'gRPC vs REST, 50 users',
];

function minutesBefore(now: number, minutes: number): string {
  return new Date(now - minutes * 60_000).toISOString();
}

function storedRun(text: string, index: number, now: number): ScriptedRun {
  const planned = planOf(text);
  const started = 3 + index * index * 37;
  const summary: RunSummary = {
    id: `scripted-${index}`,
    name: names[index % names.length] ?? 'Run',
    status: 'completed',
    startedAt: minutesBefore(now, started + 4),
    endedAt: minutesBefore(now, started),
    cells: planned.length,
    trialsDone: planned.length,
    trialsPlanned: planned.length,
    protocols: index % 3 === 2 ? ['rest', 'grpc'] : ['rest', 'soap', 'grpc'],
    verdict: 'ok',
    tags: [],
    note: '',
    pinned: false,
    imported: false,
    ...outcomes[index % outcomes.length],
  };
  return { text, planned, summary, removed: false };
}

function nameOf(text: string): string {
  const read = readExperiment(text);
  return read.ok ? read.experiment.name : 'Run';
}

const trusted: LiveHealth = {
  verdict: 'ok',
  sentence: 'Trusted so far: the generator used 61 % of its core.',
  reasons: [],
};

function loadOf(text: string): Load {
  const read = readExperiment(text);
  return read.ok ? read.experiment.load : loadSchema.parse({ model: 'closed', duration: '5s' });
}

function planOf(text: string): PlannedTrial[] {
  const read = readExperiment(text);
  return read.ok ? planTrials(read.experiment) : [];
}

/** A successful trial, with the rounds of its load and its findings. */
function resultOf(planned: PlannedTrial, runId: string, load: Load): TrialResult {
  const notes =
    load.model === 'closed'
      ? []
      : ['Throughput and latency of the trial speak of all its measured windows together.'];
  if (isPlan(load)) {
    const result = scriptedResult(planned, runId);
    const plan = scriptedPlan(planned.cell, load, planned.index);
    const accounting = { ...result.accounting, serverCounted: plan.sent };
    return { ...result, plan, accounting };
  }
  const rounds = scriptedRounds(planned.cell, load);
  return { ...scriptedResult(planned, runId), rounds, notes: rounds.length > 0 ? notes : [] };
}

const ceilings: readonly Ceiling[] = protocols.flatMap((protocol) =>
  clientKinds.flatMap((client) =>
    [false, true].map((tls) => ({
      protocol,
      client,
      tls,
      throughputRps: (client === 'raw' ? 61_000 : 9800) * (tls ? 0.78 : 1),
      cpuUs: (client === 'raw' ? 16 : 101) / (tls ? 0.78 : 1),
      utilization: client === 'raw' && protocol === 'soap' ? 0.71 : 0.99,
      workerBound: client !== 'raw' || protocol !== 'soap',
    })),
  ),
);

/** The state of the scripted engine; `runs` stored runs at the start. */
export class ScriptedState {
  readonly runs = new Map<string, ScriptedRun>();
  readonly hosts = new Set<string>();
  /** Keys of confirmed hosts. */
  readonly commands = new Set<string>();
  progress: RunProgress | null = null;
  calibration: Calibration | null = null;
  /** Levels of saturation set manually, by trial. */
  readonly byHand = new Map<string, number>();

  readonly #hasFindings: boolean;

  /**
   * @param texts experiments of additional stored runs, `given-0` …
   * @param findings whether documents have them.
   */
  constructor(runs: number, texts: readonly string[] = [], findings = false) {
    this.#hasFindings = findings;
    const text = builtInExperiments()[0]?.text ?? '';
    const now = Date.now();
    for (let index = 0; index < runs; index++) {
      this.runs.set(`scripted-${index}`, storedRun(text, index, now));
    }
    texts.forEach((one, index) => {
      const run = storedRun(one, 0, now);
      const id = `given-${index}`;
      this.runs.set(id, { ...run, summary: { ...run.summary, id, name: nameOf(one) } });
    });
  }

  /** The list of the history: newest first, without the removed. */
  summaries(): RunSummary[] {
    return [...this.runs.values()]
      .filter(({ removed }) => !removed)
      .map(({ summary }) => summary)
      .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  }

  outcome(runId: string): RunOutcome | null {
    const stored = this.runs.get(runId);
    if (!stored || stored.summary.status === 'running') return null;
    const { run, trials } = this.document(stored);
    return runOutcome(run, trials, this.byHand);
  }

  start(text: string): string {
    const id = randomUUID();
    const planned = planOf(text);
    const name = nameOf(text);
    const startedAt = new Date().toISOString();
    this.progress = {
      runId: id,
      name,
      status: 'running',
      startedAt,
      trials: planned.map((trial) => ({ ...trial, status: 'waiting', result: null })),
      current: null,
      activity: 'Starting the REST service',
      rounds: [],
      running: null,
      health: null,
      secondsLeft: planned.length * 7,
      warnings: [],
    };
    const summary: RunSummary = {
      id,
      name,
      status: 'running',
      startedAt,
      endedAt: null,
      cells: planned.length,
      trialsDone: 0,
      trialsPlanned: planned.length,
      protocols: [...new Set(planned.map(({ cell }) => cell.protocol))],
      verdict: 'ok',
      tags: [],
      note: '',
      pinned: false,
      imported: false,
    };
    this.runs.set(id, { text, planned, summary, removed: false });
    return id;
  }

  /**
   * Plays the run in progress, `pace` milliseconds per point.
   * @param hold number of the point, from 1, at which it pauses until it is stopped or skipped.
   */
  async *play(
    pace: number,
    hold: number,
    machines: ScriptedMachines = noMachinesJoin(),
  ): AsyncGenerator<RunEvent> {
    let played = 0;
    const text = this.runs.get(this.progress?.runId ?? '')?.text ?? '';
    yield* this.#awaitMachines(text, machines);
    const load = loadOf(text);
    for (const trial of this.progress?.trials ?? []) {
      if (this.progress?.status !== 'running') break;
      this.progress.current = trial.index;
      this.progress.rounds = [];
      this.progress.running = {
        lengthSeconds: 6,
        warmUpAtMost: null,
        requests: null,
        extendedSeconds: 0,
        notExtendable:
          load.model === 'closed' || load.model === 'open' ? null : 'This load has its own end.',
      };
      this.progress.health = null;
      trial.status = 'running';
      yield { type: 'snapshot', progress: structuredClone(this.progress), points: [] };
      const rounds = scriptedRounds(trial.cell, load);
      const seconds = Math.max(6, scriptedLevels(load).length);
      const points = pointsInRounds(scriptedPoints(trial.cell, trial.index, seconds), load);
      for (const [place, point] of points.entries()) {
        await new Promise((resolve) => setTimeout(resolve, pace));
        this.progress.health = point.phase === 'measured' ? trusted : null;
        const { secondsLeft, health } = this.progress;
        yield { type: 'point', point, secondsLeft, health };
        const next = points[place + 1];
        if (point.round !== null && next?.round !== point.round) {
          this.progress.rounds = rounds.slice(0, point.round + 1);
          const progress = structuredClone(this.progress);
          yield { type: 'snapshot', progress, points: points.slice(0, place + 1) };
        }
        played += 1;
        const goesOn = () => this.progress?.status === 'running' && trial.status === 'running';
        while (played === hold && goesOn()) await new Promise((resolve) => setTimeout(resolve, 20));
        if (!goesOn()) break;
      }
      if (trial.status === 'running') trial.status = 'completed';
      trial.result = resultOf(trial, this.progress.runId, load);
    }
    if (!this.progress) return;
    this.finish('completed');
    yield { type: 'end', progress: structuredClone(this.progress) };
  }

  /** Waits while fewer machines are free than the experiment asks for. */
  async *#awaitMachines(text: string, { state }: ScriptedMachines): AsyncGenerator<RunEvent> {
    const read = readExperiment(text);
    const wanted = read.ok ? read.experiment.machines : 0;
    const free = () => state.machines.filter(({ isFree }) => isFree);
    while (this.progress?.status === 'running' && free().length < wanted) {
      const there = free().map(({ facts }) => facts.name);
      if (this.progress.awaited?.there.length !== there.length) {
        this.progress.awaited = { machines: wanted, there };
        yield { type: 'snapshot', progress: structuredClone(this.progress), points: [] };
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    delete this.progress?.awaited;
  }

  /** Postpones the end of the current trial, in words only. @returns why it cannot; null if it can. */
  extend(seconds: number): string | null {
    const running = this.progress?.running;
    if (!running) return 'No trial is running.';
    if (running.notExtendable !== null) return running.notExtendable;
    running.extendedSeconds += seconds;
    return null;
  }

  /** Plays a calibration, `pace` milliseconds per ceiling. */
  async *calibrate(pace: number): AsyncGenerator<CalibrationEvent> {
    for (const [index, ceiling] of ceilings.entries()) {
      await new Promise((resolve) => setTimeout(resolve, pace));
      yield { type: 'ceiling', ceiling, done: index + 1, of: ceilings.length };
    }
    const at = new Date().toISOString();
    const environment = scriptedEnvironment;
    this.calibration = { at, environment, seconds: 2, ceilings: [...ceilings] };
    yield { type: 'end', calibration: this.calibration };
  }

  finish(status: 'completed' | 'stopped'): void {
    if (this.progress?.status !== 'running') return;
    this.progress.status = status;
    this.progress.current = null;
    this.progress.running = null;
    this.progress.health = null;
    const run = this.runs.get(this.progress.runId);
    if (!run) return;
    run.summary = { ...run.summary, status, endedAt: new Date().toISOString() };
  }

  document(run: ScriptedRun): ResultDocument {
    const load = loadOf(run.text);
    const trials = withOtherSide(
      run.text,
      withSurroundings(
        run.text,
        run.planned.map((trial) => resultOf(trial, run.summary.id, load)),
      ),
    );
    const saturated =
      load.model === 'stages' ? [] : trials.filter(({ rounds }) => rounds.length > 0);
    const { id, name, status, startedAt, endedAt } = run.summary;
    const head: RunHead = {
      id,
      name,
      status,
      startedAt,
      endedAt,
      environment: scriptedEnvironment,
      experiment: run.text,
      plannedTrials: trials.length,
      badCells: [],
      thresholdsPassed: true,
      warnings: [],
    };
    return {
      format: 'wirebench-result/1',
      run: head,
      trials,
      analysis: {
        ...(this.#hasFindings
          ? { finding: findingOf(head, orderedRun(run.text, trials), []) }
          : {}),
        ...scriptedAnalysis(trials),
        ...surroundingAnalysis(run.text, trials),
        saturation: saturated.map((trial) =>
          scriptedSaturation(trial, this.byHand.get(trial.id) ?? null),
        ),
        crossovers: analyseCrossovers(
          trials,
          levelOrder(
            run.text,
            trials.map(({ cell }) => cell),
          ),
        ),
        clientTax: scriptedTax(trials),
        useCases: analyseUseCases(trials),
      },
    };
  }
}
