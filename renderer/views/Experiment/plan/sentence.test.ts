import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../contracts/experiment/cell.ts';
import { runSentence } from './sentence.ts';

const cell: Cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' };

function plan(cells: readonly Cell[], seconds: number | null) {
  const trials = cells.map((one, index) => ({ index, cell: one, repetition: 1 }));
  const unconfirmed = { unconfirmedHosts: [], unconfirmedCommands: [] };
  return { name: 'x', trials, cells: cells.length, seconds, warnings: [], ...unconfirmed };
}

const local = { remote: false, started: 0, machines: 0, atMost: false, load: null };

describe('runSentence', () => {
  it('says what is started and loaded, and how long it takes; gives a range, and omits an unknown time; that own servers are started', () => {
    const cells = (['rest', 'soap', 'grpc'] as const).map((protocol) => ({ ...cell, protocol }));
    expect(runSentence(plan(cells, 21), local)).toBe(
      'Starts and loads the REST, SOAP and gRPC services on this computer with 10 users: 3 trials, about 21 s.',
    );
    expect(
      runSentence(plan([cell, { ...cell, users: 200 }], null), { ...local, remote: true }),
    ).toBe('Loads the REST service at the addresses given with 10 to 200 users: 2 trials.');
    const own = { ...local, remote: true, started: 1 };
    expect(runSentence(plan([cell], null), own)).toBe(
      'Starts your server and loads its REST service with 10 users: 1 trial.',
    );
    expect(runSentence(plan([cell], null), { ...own, started: 2 })).toContain(
      'Starts your 2 servers and loads their REST service',
    );
  });

  it('says which machine the services are started on, and how many other machines generate the load', () => {
    expect(runSentence(plan([cell], 20), { ...local, on: 'machine-b' })).toMatch(
      /^Starts and loads the .* on machine-b with /,
    );
    expect(runSentence(plan([cell], 20), { ...local, machines: 3 })).toContain(
      'with 10 users from 3 machines: 1 trial, about 20 s.',
    );
    expect(runSentence(plan([cell], 20), { ...local, machines: 1 })).toContain(' from 1 machine:');
  });

  it('says that repetitions go on until it is decided, and for how long at most', () => {
    expect(runSentence({ ...plan([cell], 20), longestSeconds: 120 }, local)).toContain(
      'with 10 users: 1 trial or more, 20 s to 2 min.',
    );
    expect(runSentence({ ...plan([cell], 200), longestSeconds: 200 }, local)).toContain(
      'with 10 users: 1 trial or more, about 3 min 20 s.',
    );
  });

  it('names rates, and a load that sets its own levels and may end early', () => {
    const { users: _users, ...own } = cell;
    expect(runSentence(plan([{ ...own, rate: 250 }], 20), local)).toContain(
      'with 250 requests/s: 1 trial, about 20 s.',
    );
    const ramp = { ...local, atMost: true, load: 'a ramp to 500 users' };
    expect(runSentence(plan([own], 90), ramp)).toContain(
      'with a ramp to 500 users: 1 trial, at most 1 min 30 s.',
    );
  });
});
