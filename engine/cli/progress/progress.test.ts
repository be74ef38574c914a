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
    ...{ runId: 'r', name: 'Example', status: 'running', startedAt: '2026-03-01T10:00:00.000Z' },
    ...{ rounds: [], running: null, health: null, secondsLeft: 60, warnings: [] },
    trials: statuses.map((status, index) => ({
      ...makePlanned({ index }),
      status,
      result: status === 'completed' ? makeResult('t', { throughputRps: 1234 }) : null,
    })),
    current: current === -1 ? null : current,
    activity: 'Starting the REST service',
  };
}

const makePoint = (part: Partial<LivePoint> = {}): LivePoint => ({
  ...{ trial: 0, phase: 'measured', at: 1, throughputRps: 5000, p50: 1, p95: 2, p99: 3.456 },
  ...{ users: 10, rate: null, round: null, ok: 1250, failed: 0, dropped: 0, errors: [] },
  ...{ clientCpu: 0.5, serverCpu: 0.5, bands: [] },
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
  const running = {
    ...{ lengthSeconds: 70, warmUpAtMost: 60, requests: null, extendedSeconds: 0 },
    notExtendable: null,
  };
  const steady: RunEvent = {
    ...{ type: 'snapshot', points: [] },
    progress: { ...makeProgress(['running']), running },
  };
  it.each<[string, RunEvent[]]>([
    [
      'where the run stands, what it measures and how long it will take',
      [snapshot('completed', 'running', 'waiting'), point()],
    ],
    ['what the engine is doing while there are no figures', [snapshot('waiting', 'waiting')]],
    ['unmeasured phases', [snapshot('running'), point({ phase: 'warm-up' })]],
    ['the progress of a warm-up until steady', [steady, point({ phase: 'warm-up', at: 12.25 })]],
  ])('says %s', (_what, events) => {
    const standing = events.reduce<ReturnType<typeof advance>>(advance, null);
    expect(standing && barLine(standing, minuteAfterStart)).toMatchSnapshot();
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

  it('assumes the default width on a terminal of unknown width', () => {
    const written: string[] = [];
    const bar = progressBar({ columns: 0, write: (text) => written.push(text) });
    bar.show(snapshot('waiting'));
    expect(written[0]).toContain('Starting the REST service');
  });
});

describe('progressLines', () => {
  it('writes a line when a trial starts, is measured for ten seconds more, and ends', () => {
    const written: string[] = [];
    const lines = progressLines((line) => void written.push(line));
    lines.show(snapshot('waiting', 'waiting'));
    lines.show(snapshot('running', 'waiting'));
    lines.show(point({ at: 0.5, phase: 'warm-up' }));
    for (const at of [1, 9.75, 10.75, 11, 20.75, 21.25]) lines.show(point({ at }));
    lines.show(snapshot('completed', 'running'));
    lines.close();
    expect(written.join('')).toMatchSnapshot();
  });

  it('writes a line for each round as it ends, and the intended rate of open load', () => {
    const written: string[] = [];
    const lines = progressLines((line) => void written.push(line));
    const withRounds = (count: number): RunEvent => {
      const rounds = [2, 4].map((users, index) => makeRound(index, users)).slice(0, count);
      return { type: 'snapshot', progress: { ...makeProgress(['running']), rounds }, points: [] };
    };
    for (const count of [0, 1, 2, 2]) lines.show(withRounds(count));
    lines.show(point({ rate: 6000, dropped: 12 }));
    expect(written.join('')).toMatchSnapshot();
  });
});
