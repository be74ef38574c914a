import { describe, expect, it } from 'vitest';
import type { LivePoint, RunEvent, RunProgress } from '../../../contracts/engine-api.ts';
import type { TrialStatus } from '../../../contracts/words.ts';
import { makePlanned, makeResult, makeRound } from '../../../tests/support/records.ts';
import { barLine, progressBar } from './bar.ts';
import { progressLines } from './lines.ts';
import { advance } from './progress.ts';

function makeProgress(statuses: readonly TrialStatus[]): RunProgress {
  const current = statuses.indexOf('running');
  return {
    runId: 'r',
    name: 'Example',
    status: 'running',
    startedAt: '2026-03-01T10:00:00.000Z',
    trials: statuses.map((status, index) => ({
      ...makePlanned({ index }),
      status,
      result: status === 'completed' ? makeResult('t', { throughputRps: 1234 }) : null,
    })),
    current: current === -1 ? null : current,
    activity: 'Starting the REST service',
    rounds: [],
    running: null,
    health: null,
    secondsLeft: 60,
    warnings: [],
  };
}

const makePoint = (part: Partial<LivePoint> = {}): LivePoint => ({
  trial: 0,
  phase: 'measured',
  at: 1,
  throughputRps: 5000,
  p50: 1,
  p95: 2,
  p99: 3.456,
  users: 10,
  rate: null,
  round: null,
  ok: 1250,
  failed: 0,
  dropped: 0,
  errors: [],
  clientCpu: 0.5,
  serverCpu: 0.5,
  bands: [],
  ...part,
});

const snapshot = (...statuses: TrialStatus[]): RunEvent => ({
  type: 'snapshot',
  progress: makeProgress(statuses),
  points: [],
});
const point = (part: Partial<LivePoint> = {}): RunEvent => ({
  type: 'point',
  point: makePoint(part),
  secondsLeft: 30,
  health: null,
});
const minuteAfterStart = Date.parse('2026-03-01T10:01:00.000Z');

describe('barLine', () => {
  it('says where the run stands, what it measures and how long it will take', () => {
    const standing = advance(advance(null, snapshot('completed', 'running', 'waiting')), point());
    expect(standing && barLine(standing, minuteAfterStart)).toBe(
      '[#############-------] 2/3  rest · small · 10 users · tls off · raw  5,000 req/s  p99 3.46 ms  ETA 30 s',
    );
  });

  it('says what the engine is doing while there are no figures', () => {
    const standing = advance(null, snapshot('waiting', 'waiting'));
    expect(standing && barLine(standing, minuteAfterStart)).toBe(
      '[##########----------] 1/2  Starting the REST service  ETA 1 min',
    );
  });

  it('marks unmeasured phases', () => {
    const standing = advance(advance(null, snapshot('running')), point({ phase: 'warm-up' }));
    expect(standing && barLine(standing, minuteAfterStart)).toContain('warm-up');
  });

  it('shows the progress of a warm-up until steady', () => {
    const running = {
      lengthSeconds: 70,
      warmUpAtMost: 60,
      requests: null,
      extendedSeconds: 0,
      notExtendable: null,
    };
    const progress = { ...makeProgress(['running']), running };
    const begun = advance(null, { type: 'snapshot', progress, points: [] });
    const standing = advance(begun, point({ phase: 'warm-up', at: 12.25 }));
    expect(standing && barLine(standing, minuteAfterStart)).toContain(
      'warm-up until steady, 12 s of at most 1 min',
    );
  });
});

describe('progressBar', () => {
  it('redraws one line, never wider than the terminal, and takes it down', () => {
    const written: string[] = [];
    const bar = progressBar({ columns: 30, write: (text) => written.push(text) });
    bar.show(point());
    bar.show(snapshot('running'));
    bar.show(point());
    bar.close();
    expect(written).toHaveLength(3);
    for (const text of written) {
      expect(text.startsWith('\r') && text.endsWith('\u001b[K')).toBe(true);
      expect(text.length).toBeLessThanOrEqual(29 + '\r\u001b[K'.length);
      expect(text).not.toContain('\n');
    }
    expect(written.at(-1)).toBe('\r\u001b[K');
  });
});

describe('progressBar on a terminal of unknown width', () => {
  it('assumes the default width', () => {
    const written: string[] = [];
    const bar = progressBar({ columns: 0, write: (text) => written.push(text) });
    bar.show(snapshot('waiting'));
    expect(written[0]).toContain('Starting the REST service');
  });
});

describe('progressLines', () => {
  it('writes a line when a trial starts, is measured for ten seconds more, and ends', () => {
    let text = '';
    const lines = progressLines((line) => {
      text += line;
    });
    lines.show(snapshot('waiting', 'waiting'));
    lines.show(snapshot('running', 'waiting'));
    lines.show(point({ at: 0.5, phase: 'warm-up' }));
    for (const at of [1, 9.75, 10.75, 11, 20.75, 21.25]) lines.show(point({ at }));
    lines.show(snapshot('completed', 'running'));
    lines.close();
    const cell = 'rest · small · 10 users · tls off · raw';
    expect(text.split('\n')).toEqual([
      `trial 1/2 ${cell}: running, ETA 1 min`,
      'trial 1/2 at 1 s: 5,000 req/s, p99 3.46 ms, ETA 30 s',
      'trial 1/2 at 11 s: 5,000 req/s, p99 3.46 ms, ETA 30 s',
      'trial 1/2 at 21 s: 5,000 req/s, p99 3.46 ms, ETA 30 s',
      expect.stringMatching(`^trial 1/2 ${cell}: completed, 1,234 req/s, .*errors, ok$`),
      `trial 2/2 ${cell}: running, ETA 1 min`,
      '',
    ]);
  });

  it('writes a line for each round as it ends, and the intended rate of open load', () => {
    let text = '';
    const lines = progressLines((line) => {
      text += line;
    });
    const withRounds = (count: number): RunEvent => {
      const rounds = [2, 4].map((users, index) => makeRound(index, users)).slice(0, count);
      return { type: 'snapshot', progress: { ...makeProgress(['running']), rounds }, points: [] };
    };
    for (const count of [0, 1, 2, 2]) lines.show(withRounds(count));
    lines.show(point({ rate: 6000, dropped: 12 }));
    expect(text.split('\n').slice(1, 4)).toEqual([
      'trial 1/1 round 1, 2 users: 2,000 req/s, p99 6.00 ms',
      'trial 1/1 round 2, 4 users: 4,000 req/s, p99 6.00 ms',
      'trial 1/1 at 1 s: 5,000 req/s of 6,000 intended, 12 dropped, p99 3.46 ms, ETA 30 s',
    ]);
  });
});
