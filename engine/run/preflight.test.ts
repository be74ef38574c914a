import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { connectionLimits, maxUsers } from '../platform/limits.ts';
import { connectionsNeeded, preflight } from './preflight.ts';

const experiment = (lines: string) =>
  experimentOf(`wirebench: 1\nname: t\nload: {model: closed, duration: 1s}\n${lines}\n`);
const users = (list: string, connections = 'per-user') =>
  experiment(`factors: {protocol: [rest], users: ${list}}\nconnections: ${connections}`);
function refusal(of: Experiment, confirmed: readonly string[] = [], workers = 1): WirebenchError {
  try {
    preflight(of, confirmed, workers);
  } catch (error) {
    if (error instanceof WirebenchError) return error;
    throw error;
  }
  throw new Error('not refused');
}

it.each([
  ['[10, 50, 20]', 'per-user', 50],
  ['[10, 50]', 'per-request', 50],
  ['[10, 50]', '{shared: 4}', 4],
  ['[2]', '{shared: 4}', 2],
])('connectionsNeeded %s users, %s', (list, connections, needed) => {
  expect(connectionsNeeded(users(list, connections))).toBe(needed);
});

describe('preflight', () => {
  const remote = experiment(
    'factors: {protocol: [rest, grpc]}\ntarget: {rest: "http://far:1", grpc: "near:2"}',
  );

  it('accepts an experiment that fits, and requires every remote host to be confirmed, and names those that are not', () => {
    expect(() => preflight(users('[1]'), [], 1)).not.toThrow();
    expect(() => preflight(remote, ['far', 'near'], 1)).not.toThrow();
    const error = refusal(remote, ['near']);
    expect(error.code).toBe('HOST_NOT_CONFIRMED');
    expect(error.message).toContain('far');
    expect(error.message).not.toContain('near');
  });

  it('says how many users fit when there are too many', () => {
    const fitting = maxUsers(connectionLimits(), 32);
    const tooMany = Math.min(100_000, fitting + 1);
    if (fitting >= tooMany) return;
    const error = refusal(users(`[${tooMany}]`), [], 2);
    expect(error.code).toBe('USERS_EXCEED_LIMIT');
    expect(error.message).toContain(`${tooMany} simultaneous connections`);
    expect(error.message).toContain(`at most ${fitting} users fit`);
    expect(error.hint).toContain(`at most ${fitting} users`);
    expect(() => preflight(users(`[${tooMany}]`, '{shared: 10}'), [], 2)).not.toThrow();
    expect(() => preflight(users(`[${fitting}]`), [], 2)).not.toThrow();
  });
});
