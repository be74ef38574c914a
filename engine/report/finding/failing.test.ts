import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { makeCell, makeResult, makeRound } from '../../../tests/support/records.ts';
import { orderedRun } from '../comparisons.ts';
import { describeFailing, failedShare, isFailing, withoutFailing } from './failing.ts';

type TrialError = TrialResult['errors'][number];
const counts = (failed: number, ok = 1000 - failed) => ({ ok, failed, dropped: 0 });
const error = (code: string, count: number, message = ''): TrialError => ({
  kind: 'status',
  code,
  count,
  message,
});
const trial = (cell: Partial<Cell>, failed: number, part: Partial<TrialResult> = {}) =>
  makeResult(JSON.stringify(cell), { cell: makeCell(cell), requests: counts(failed), ...part });
const rest = (failed: number, ...errors: TrialError[]) =>
  trial({ protocol: 'rest' }, failed, { errors });
const grpc = (failed: number, part: Partial<TrialResult> = {}) =>
  trial({ protocol: 'grpc' }, failed, part);

describe('failures', () => {
  const at = (...levels: [rps: number, failed: number][]) =>
    levels.map(([throughputRps, failed], index) =>
      makeRound(index, 2 ** index, { throughputRps, failed, ok: 1000 - failed }),
    );
  it.each<[string, TrialResult[], share: number, failing: boolean]>([
    ['none', [rest(0)], 0, false],
    ['one in a hundred', [rest(10)], 0.01, false],
    ['more', [rest(11)], 0.011, true],
    ['all', [rest(1000)], 1, true],
    ['those of all repetitions together', [rest(0), rest(60), rest(0)], 0.02, true],
    [
      'none without requests',
      [rest(0, ...[])].map((one) => ({ ...one, requests: counts(0, 0) })),
      0,
      false,
    ],
    [
      'those at the best level of a ladder',
      [grpc(900, { rounds: at([500, 0], [900, 5], [800, 700]) })],
      0.005,
      false,
    ],
    [
      'those of a ladder that fails at its best',
      [grpc(0, { rounds: at([500, 0], [900, 50]) })],
      0.05,
      true,
    ],
    [
      'those of the last round of a search',
      [grpc(900, { rounds: at([900, 400], [700, 2]), headlineRound: 1 })],
      0.002,
      false,
    ],
  ])('are %s', (_what, trials, share, failing) => {
    expect(failedShare(trials)).toBeCloseTo(share, 10);
    expect(isFailing({ trials })).toBe(failing);
  });

  it.each<[string, TrialResult[], string | null]>([
    ['of none', [rest(0), grpc(10)], null],
    [
      'with the share',
      [rest(410), grpc(0)],
      'REST failed 41.0 % of its requests; its speed says nothing',
    ],
    [
      'with the most frequent error',
      [rest(30, error('503', 9, 'busy.'), error('500', 20, 'database\n is down.')), grpc(0)],
      'REST failed 3.00 % of its requests (database is down); its speed says nothing',
    ],
    [
      'with the code of an error without a message',
      [rest(20, error('503', 9)), grpc(0)],
      'REST failed 2.00 % of its requests (status 503); its speed says nothing',
    ],
    [
      'with enough of a long message',
      [rest(20, error('503', 9, 'x'.repeat(90))), grpc(0)],
      `REST failed 2.00 % of its requests (${'x'.repeat(79)}…); its speed says nothing`,
    ],
    [
      'of the worst first',
      [rest(20), grpc(500)],
      'gRPC failed 50.0 % of its requests and REST failed 2.00 %; their speeds say nothing',
    ],
    [
      'at the level at which it fails',
      [1, 50].map((users) => trial({ protocol: 'grpc', users }, users)),
      'gRPC at 50 users failed 5.00 % of its requests; its speed says nothing',
    ],
    [
      'of a load through levels, at the best of them',
      [rest(0), grpc(0, { rounds: at([500, 0], [900, 50]) })],
      'gRPC failed 5.00 % of its requests at its best level; its speed says nothing',
    ],
    [
      'of four, of which the last is counted',
      [200, 300, 400, 100].map((failed) => trial({ shape: `s${failed}` }, failed)),
      'REST · s400 failed 40.0 % of its requests, REST · s300 failed 30.0 %, REST · s200 failed 20.0 % and 1 more cell failed, too; their speeds say nothing',
    ],
  ])('are named %s', (_what, trials, expected) => {
    expect(describeFailing(orderedRun('', trials))).toBe(expected);
  });

  it('leave a run without their cells, also those that did not complete', () => {
    const run = orderedRun('', [rest(0), grpc(20), grpc(0, { status: 'failed' })]);
    const saturation = run.trials.map(({ cell }) => ({ cell }) as never);
    const [sound, found] = withoutFailing(run, saturation);
    const left = [sound.cells, sound.trials, found].map((some) =>
      some.map(({ cell }: { cell: Cell }) => cell.protocol),
    );
    expect(left).toEqual([['rest'], ['rest'], ['rest']]);
    const whole = orderedRun('', [rest(0), grpc(10)]);
    expect(withoutFailing(whole, [])[0]).toBe(whole);
  });
});
