import { randomUUID } from 'node:crypto';
import type { RunEvent, RunProgress, RunSummary } from '../../contracts/engine-api.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Environment, ResultDocument } from '../../contracts/result.ts';
import { builtInExperiments } from '../../engine/experiment/builtin.ts';
import { planTrials } from '../../engine/experiment/plan.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { scriptedAnalysis, scriptedPoints, scriptedResult } from './scripted-figures.ts';

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

/** A stored run with what it was planned as. */
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
  'gRPC against REST, 50 users',
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
    ...outcomes[index % outcomes.length],
  };
  return { text, planned, summary, removed: false };
}

function planOf(text: string): PlannedTrial[] {
  const read = readExperiment(text);
  return read.ok ? planTrials(read.experiment) : [];
}

/** All that the scripted engine remembers; `runs` stored runs to begin with. */
export class ScriptedState {
  readonly runs = new Map<string, ScriptedRun>();
  readonly hosts = new Set<string>();
  progress: RunProgress | null = null;

  constructor(runs: number) {
    const text = builtInExperiments()[0]?.text ?? '';
    const now = Date.now();
    for (let index = 0; index < runs; index++) {
      this.runs.set(`scripted-${index}`, storedRun(text, index, now));
    }
  }

  /** What the history shows: newest first, without the removed. */
  summaries(): RunSummary[] {
    return [...this.runs.values()]
      .filter(({ removed }) => !removed)
      .map(({ summary }) => summary)
      .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  }

  start(text: string): string {
    const id = randomUUID();
    const planned = planOf(text);
    const read = readExperiment(text);
    const name = read.ok ? read.experiment.name : 'Run';
    const startedAt = new Date().toISOString();
    this.progress = {
      runId: id,
      name,
      status: 'running',
      startedAt,
      trials: planned.map((trial) => ({ ...trial, status: 'waiting', result: null })),
      current: null,
      activity: 'Starting the REST service',
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
    };
    this.runs.set(id, { text, planned, summary, removed: false });
    return id;
  }

  /** Plays the run in progress, `pace` milliseconds per point. */
  async *play(pace: number): AsyncGenerator<RunEvent> {
    for (const trial of this.progress?.trials ?? []) {
      if (this.progress?.status !== 'running') break;
      this.progress.current = trial.index;
      trial.status = 'running';
      yield { type: 'snapshot', progress: structuredClone(this.progress), points: [] };
      for (const point of scriptedPoints(trial.cell, trial.index)) {
        await new Promise((resolve) => setTimeout(resolve, pace));
        yield { type: 'point', point, secondsLeft: this.progress.secondsLeft };
        if (this.progress.status !== 'running' || trial.status !== 'running') break;
      }
      if (trial.status === 'running') trial.status = 'completed';
      trial.result = scriptedResult(trial, this.progress.runId);
    }
    if (!this.progress) return;
    this.finish('completed');
    yield { type: 'end', progress: structuredClone(this.progress) };
  }

  finish(status: 'completed' | 'stopped'): void {
    if (this.progress?.status !== 'running') return;
    this.progress.status = status;
    this.progress.current = null;
    const run = this.runs.get(this.progress.runId);
    if (!run) return;
    run.summary = { ...run.summary, status, endedAt: new Date().toISOString() };
  }

  document(run: ScriptedRun): ResultDocument {
    const trials = run.planned.map((trial) => scriptedResult(trial, run.summary.id));
    const { id, name, status, startedAt, endedAt } = run.summary;
    return {
      format: 'wirebench-result/1',
      run: {
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
      },
      trials,
      analysis: scriptedAnalysis(trials),
    };
  }
}
