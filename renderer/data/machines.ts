import type { JoinedMachineInfo, MachinesState } from '../../contracts/api/machines.ts';
import type { RunProgress } from '../../contracts/engine-api.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import { countOf, formatExactTime, inSeries } from '../../metrics/format.ts';

/** A machine that has joined, or left recently. */
export interface ListedMachine {
  /** As it was when it was last listed. */
  readonly machine: JoinedMachineInfo;
  /** Null while it is present; times in milliseconds since 1970. */
  readonly gone: { readonly lastSeenAt: number; readonly noticedAt: number } | null;
}

/** State of the machines, from successive answers of the engine. */
export interface MachineList {
  /** When the engine was last asked, in milliseconds since 1970. */
  readonly at: number;
  /** By name. */
  readonly machines: readonly ListedMachine[];
}

export const noMachines: MachineList = { at: 0, machines: [] };

/** How long a machine that left stays in the list, in milliseconds. */
export const keepGoneMs = 10 * 60_000;

/** The next list after an answer of the engine at `now` (milliseconds since 1970). Pure. */
export function followMachines(
  before: MachineList,
  state: MachinesState,
  now: number,
): MachineList {
  // If none can join, none is reported as gone.
  if (!state.listening) return { at: now, machines: [] };
  const known = new Map(before.machines.map((one) => [one.machine.id, one]));
  const here = new Set(state.machines.map(({ id }) => id));
  const arrived = state.machines.filter(({ id }) => !known.has(id));
  const gone = before.machines
    .filter(({ machine }) => !here.has(machine.id))
    .map(
      (one): ListedMachine =>
        one.gone ? one : { ...one, gone: { lastSeenAt: before.at, noticedAt: now } },
    )
    .filter((one) => one.gone && now - one.gone.noticedAt < keepGoneMs)
    // A restarted agent joins as another machine.
    .filter(({ machine }) => !arrived.some((other) => isSameComputer(machine, other)));
  const there = state.machines.map((machine): ListedMachine => ({ machine, gone: null }));
  return { at: now, machines: [...there, ...gone].sort(byName) };
}

function isSameComputer({ facts: a }: JoinedMachineInfo, { facts: b }: JoinedMachineInfo): boolean {
  return (['name', 'os', 'cpu', 'cores', 'memoryBytes'] as const).every(
    (fact) => a[fact] === b[fact],
  );
}

function byName({ machine: a }: ListedMachine, { machine: b }: ListedMachine): number {
  return a.facts.name.localeCompare(b.facts.name) || (a.id < b.id ? -1 : 1);
}

/** Maximum usual interval between two polls of an active page, in milliseconds. */
const lookedAwayMs = 5000;

/** When a machine left, as far as this page knows: it may not have polled for a while. */
export function goneWords({ lastSeenAt, noticedAt }: NonNullable<ListedMachine['gone']>): string {
  const time = formatExactTime(new Date(lastSeenAt).toISOString(), 'second');
  return noticedAt - lastSeenAt > lookedAwayMs ? `after ${time}` : `last seen ${time}`;
}

/** The calibrated total rate of its load workers, by its first ceiling, in req/s; null if unknown. */
export function defaultCalibration({ facts }: JoinedMachineInfo): number | null {
  const [usual] = facts.calibration?.ceilings ?? [];
  return usual ? usual.throughputRps * facts.threads : null;
}

/** Explanation of that rate, in a sentence. */
export function calibrationWords({ facts: { calibration, threads } }: JoinedMachineInfo): string {
  const [usual] = calibration?.ceilings ?? [];
  if (!calibration || !usual)
    return 'Run “npx wirebench calibrate” there, and start its agent again.';
  const how = `${protocolFacts[usual.protocol].label}, ${usual.client} client, ${usual.tls ? 'with' : 'without'} TLS`;
  return `${countOf(threads, 'load worker')}, ${how}; calibrated ${formatExactTime(calibration.at, 'minute')}`;
}

/** Activity of a machine, as far as known. */
export type MachineActivity = 'free' | 'held' | 'loading' | 'serving' | 'watching' | 'gone';

export function machineActivity({ machine, gone }: ListedMachine): MachineActivity {
  if (gone) return 'gone';
  if (machine.facts.watching) return 'watching';
  if (machine.loading) return 'loading';
  if (machine.serving) return 'serving';
  return machine.isFree ? 'free' : 'held';
}

/** Their number, in a few words: `3 machines, 1 of them free`. */
export function countWords(machines: readonly ListedMachine[]): string {
  const there = machines.filter(({ gone }) => gone === null);
  const gone = machines.length - there.length;
  const free = there.filter(({ machine }) => machine.isFree).length;
  const words = [countOf(there.length, 'machine')];
  if (there.length > 0) words.push(free === there.length ? 'all free' : `${free} free`);
  if (gone > 0) words.push(`${gone} gone`);
  return words.join(', ');
}

/** Which of the machines that a run waits for have joined, as a sentence. */
export function awaitedSentence(awaited: NonNullable<RunProgress['awaited']>): string {
  const { machines, there, service } = awaited;
  if (service !== undefined) {
    const others = there.length === 0 ? '' : ` There: ${inSeries(there)}.`;
    return `${service}, on which the service is to run, is not there yet.${others}`;
  }
  if (there.length === 0) {
    return machines === 1 ? 'The machine is not there yet.' : `None of ${machines} is there yet.`;
  }
  const are = there.length === 1 ? 'is' : 'are';
  return `${there.length} of ${machines} ${are} there: ${inSeries(there)}.`;
}

/** Availability of the machines that an experiment asks for, as a sentence; `enough` if it would start immediately. */
export function outlookFor(
  wanted: number,
  { listening, machines }: MachinesState,
): { readonly sentence: string; readonly enough: boolean } {
  if (!listening) return { sentence: 'No machine can join yet.', enough: false };
  const free = machines.filter(({ isFree }) => isFree);
  const names = inSeries(free.map(({ facts }) => facts.name));
  if (free.length >= wanted) return { sentence: `Free now: ${names}.`, enough: true };
  const found = free.length === 0 ? 'None is free now' : `Free now: ${names}`;
  const missing = wanted - free.length;
  const rest = missing === 1 ? 'one more machine' : `${missing} more machines`;
  return {
    sentence: `${found}. A run waits for ${free.length === 0 ? countOf(wanted, 'machine') : rest}.`,
    enough: false,
  };
}

/** Availability of the machine for an experiment’s service, as a sentence; `ready` if it would start immediately. */
export function outlookOn(
  name: string,
  { listening, machines }: MachinesState,
): { readonly sentence: string; readonly ready: boolean } {
  if (!listening) return { sentence: 'No machine can join yet.', ready: false };
  const named = machines.filter(({ facts }) => facts.name === name);
  if (named.some(({ isFree }) => isFree)) return { sentence: 'It has joined.', ready: true };
  return named.length > 0
    ? { sentence: 'Another run holds it.', ready: true }
    : { sentence: 'It has not joined yet. A run waits for it.', ready: false };
}

/** Whether an address is one that only this computer itself reaches. */
export function reachesOnlyItself(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** The problem of a typed address; undefined if it may be valid. */
export function addressProblem(typed: string): string | undefined {
  const host = typed.trim();
  if (host === '') return 'expected an address of this computer';
  if (/^\w+:\/\//.test(host)) return 'expected an address without a scheme';
  if (/^[^:]*:\d+$/.test(host)) return 'the port has its own field';
  if (/[\s/]/.test(host)) return 'expected an address or a name';
  return undefined;
}

/** The problem of typed addresses of NATS servers; undefined if they may be valid. */
export function natsProblem(typed: string): string | undefined {
  const addresses = typed.split(',').map((one) => one.trim());
  if (addresses.includes('')) return 'expected addresses, with commas between them';
  if (typed.includes('@')) return 'user and password have their own file';
  const isOdd = (one: string) => /^\w+:/.test(one) && !/^(nats|tls|wss?|[\w.-]+:\d)/.test(one);
  return addresses.some((one) => isOdd(one) || /\s/.test(one))
    ? 'expected nats://HOST:PORT, tls://HOST:PORT or wss://HOST/PATH'
    : undefined;
}
