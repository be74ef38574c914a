import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JoinedMachineInfo, MachinesState } from '../../contracts/api/machines.ts';
import { scriptedMachine } from '../../tests/support/scripted/machines.ts';
import {
  addressProblem,
  awaitedSentence,
  calibrationWords,
  countWords,
  defaultCalibration,
  followMachines,
  goneWords,
  keepGoneMs,
  type MachineList,
  machineActivity,
  natsProblem,
  noMachines,
  outlookFor,
  outlookOn,
  reachesOnlyItself,
} from './machines.ts';

const machine = (id: string, more: Partial<JoinedMachineInfo> = {}): JoinedMachineInfo => ({
  ...scriptedMachine(0, id, more),
  id,
});
const state = (...machines: JoinedMachineInfo[]): MachinesState => ({
  listening: { host: '192.168.1.5', port: 4222, line: 'wirebench agent' },
  machines,
  addresses: ['192.168.1.5'],
  obstacle: null,
});
const silent: MachinesState = { ...state(), listening: null };

/** The list after answers at given times. */
const after = (...answers: (readonly [now: number, state: MachinesState])[]): MachineList =>
  answers.reduce((list, [now, answer]) => followMachines(list, answer, now), noMachines);
const names = ({ machines }: MachineList) =>
  machines.map((one) => `${one.machine.facts.name} ${machineActivity(one)}`);

describe('the list of machines', () => {
  it('lists present machines by name, with their activity, and claims no more about when a machine left than the page has seen', () => {
    const answer = state(
      machine('south', { isFree: false }),
      machine('north', { isFree: false, loading: true }),
      machine('east'),
    );
    const list = after([1000, answer]);
    expect(names(list)).toEqual(['east free', 'north loading', 'south held']);
    expect(countWords(list.machines)).toBe('3 machines, 1 free');
    const gone = (noticedAt: number) => goneWords({ lastSeenAt: 1000, noticedAt });
    expect(gone(2000)).toMatch(/^last seen \d\d:\d\d:01$/);
    expect(gone(60_000)).toMatch(/^after \d\d:\d\d:01$/);
  });

  it('keeps a machine that left, also unobserved, with its last sighting, until that is long ago', () => {
    const both = state(machine('north'), machine('south'));
    const answers = [
      [1000, both],
      [2000, state(machine('south'))],
      [3000, state(machine('south'))],
    ] as const;
    const list = after(...answers);
    expect(names(list)).toEqual(['north gone', 'south free']);
    expect(list.machines[0]?.gone).toEqual({ lastSeenAt: 1000, noticedAt: 2000 });
    expect(countWords(list.machines)).toBe('1 machine, all free, 1 gone');
    const later = followMachines(list, state(machine('south')), 2000 + keepGoneMs);
    expect(names(later)).toEqual(['south free']);
    const longAfter = 1000 + 3 * keepGoneMs;
    expect(names(after([1000, state(machine('north'))], [longAfter, state()]))).toEqual([
      'north gone',
    ]);
  });

  it('takes a machine back, also under another key, and reports none as gone if none can join', () => {
    const north = state(machine('north'));
    const again = { ...machine('other key'), facts: machine('north').facts };
    expect(names(after([1, north], [2, state()], [3, north]))).toEqual(['north free']);
    expect(names(after([1, north], [2, state()], [3, state(again)]))).toEqual(['north free']);
    // Two equal machines that are present together are two.
    const twin = state(machine('north'), again);
    expect(names(after([1, twin]))).toEqual(['north free', 'north free']);
    expect(after([1, state(machine('north'))], [2, silent]).machines).toEqual([]);
  });

  it('has every machine of the last answer once, whatever came before', () => {
    const answers = fc.array(
      fc.subarray(['a', 'b', 'c', 'd', 'e']).map((ids) => state(...ids.map((id) => machine(id)))),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(answers, (all) => {
        const list = after(...all.map((answer, index) => [index + 1, answer] as const));
        const there = list.machines.filter(({ gone }) => gone === null);
        expect(there.map(({ machine: { id } }) => id)).toEqual(
          all.at(-1)?.machines.map(({ id }) => id),
        );
        expect(new Set(list.machines.map(({ machine: { id } }) => id)).size).toBe(
          list.machines.length,
        );
      }),
    );
  });
});

describe('sentences about machines', () => {
  it.each([
    [1, [], undefined, 'The machine is not there yet.'],
    [3, [], undefined, 'None of 3 is there yet.'],
    [3, ['north'], undefined, '1 of 3 is there: north.'],
    [3, ['north', 'south'], undefined, '2 of 3 are there: north and south.'],
    [1, [], 'south', 'south, on which the service is to run, is not there yet.'],
    [
      1,
      ['north'],
      'south',
      'south, on which the service is to run, is not there yet. There: north.',
    ],
  ])('name those of %d that a run waits for, with %j there', (machines, there, service, words) => {
    const awaited = { machines, there, ...(service === undefined ? {} : { service }) };
    expect(awaitedSentence(awaited)).toBe(words);
  });

  it('say whether the machine for a service has joined', () => {
    const free = state(machine('south'));
    const held = state(machine('south', { isFree: false }));
    expect(outlookOn('south', silent).sentence).toBe('No machine can join yet.');
    expect(outlookOn('north', free)).toMatchObject({ ready: false });
    expect(outlookOn('south', free)).toEqual({ sentence: 'It has joined.', ready: true });
    expect(outlookOn('south', held)).toEqual({ sentence: 'Another run holds it.', ready: true });
  });

  it('say what an experiment would find', () => {
    const free = machine('north');
    const held = machine('south', { isFree: false });
    expect(outlookFor(2, silent)).toEqual({ sentence: 'No machine can join yet.', enough: false });
    expect(outlookFor(2, state(held)).sentence).toBe(
      'None is free now. A run waits for 2 machines.',
    );
    expect(outlookFor(2, state(free, held)).sentence).toBe(
      'Free now: north. A run waits for one more machine.',
    );
    expect(outlookFor(1, state(free, held))).toEqual({
      sentence: 'Free now: north.',
      enough: true,
    });
  });

  it.each<[string, (host: string) => unknown, string[], string[]]>([
    [
      'addresses that only this computer reaches',
      reachesOnlyItself,
      ['localhost', '127.0.0.1', '127.1.2.3', '::1'],
      ['192.168.1.5', '10.127.0.1', 'lab.example', 'fe80::1', ''],
    ],
    [
      'addresses',
      (host) => addressProblem(host) === undefined,
      ['192.168.1.5', 'lab.example', 'fe80::1', ' lab '],
      ['', ' ', 'http://lab', '10.0.0.1:4222', 'a b', 'lab/x'],
    ],
    [
      'addresses of NATS servers',
      (host) => natsProblem(host) === undefined,
      ['nats://lab:4222', 'lab', 'lab:4222, tls://b', 'wss://lab/path', '[::1]:1'],
      ['', ' ', 'lab,', 'http://lab', 'nats://me:secret@lab', 'a b'],
    ],
  ])('know %s', (_what, holds, right, wrong) => {
    for (const host of right) expect(holds(host), host).toBe(true);
    for (const host of wrong) expect(holds(host), host).toBe(false);
  });
});

describe('the calibration of a machine', () => {
  const { facts, ...machine } = scriptedMachine(0, 'north');
  const calibrated = {
    ...machine,
    facts: {
      ...facts,
      calibration: {
        at: '2026-11-24T03:00:00.000Z',
        ceilings: [
          { protocol: 'rest', client: 'raw', tls: false, throughputRps: 20_000 } as const,
          { protocol: 'rest', client: 'raw', tls: true, throughputRps: 15_000 } as const,
        ],
      },
    },
  };

  it('is reported for all its load workers, with what it is of, or what to do if it is missing', () => {
    expect(defaultCalibration(calibrated)).toBe(7 * 20_000);
    expect(calibrationWords(calibrated)).toContain(
      '7 load workers, REST, raw client, without TLS; calibrated 24 Nov 2026',
    );
    expect(defaultCalibration({ ...machine, facts })).toBeNull();
    expect(calibrationWords({ ...machine, facts })).toContain('wirebench calibrate');
  });
});
