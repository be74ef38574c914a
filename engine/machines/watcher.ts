import { readdirSync, readFileSync } from 'node:fs';
import { cpus, freemem, totalmem } from 'node:os';
import { hrtime } from 'node:process';
import type { PartUsage, WatchedPart, WatchedSample, Watching } from '../../contracts/watched.ts';
import {
  networkBytes,
  openSockets,
  residentBytes,
  type SeenProcess,
  seenProcess,
  usedMemory,
} from '../platform/proc-metrics.ts';
import { sum } from '../stats/moments.ts';
import { ContainerWatch } from './containers.ts';

/** Of Linux: the unit of CPU times in /proc is a hundredth of a second on every machine. */
const ticksPerSecond = 100;
/** A name in /proc has at most so many characters. */
const longestName = 15;

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Another system, a process that is gone, or one of another user.
    return null;
  }
}

function parsed<Result>(path: string, parse: (text: string) => Result | null): Result | null {
  const text = read(path);
  return text === null ? null : parse(text);
}

/** Seconds that all cores together have worked, on any system. */
function workedSeconds(): number {
  const ms = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return sum(ms) / 1000;
}

function everyProcess(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => parsed(`/proc/${pid}/stat`, seenProcess) ?? []);
}

const keyOf = ({ pid, startedAt }: SeenProcess) => `${pid} ${startedAt}`;

/** What rises all the time, at one moment. Null where the system does not tell. */
interface Counters {
  readonly at: bigint;
  readonly worked: number;
  readonly network: ReturnType<typeof networkBytes>;
  /** CPU of each container so far, in seconds, by its place among the parts. */
  readonly containers: ReadonlyMap<number, number>;
  /** Of each process its CPU so far, in ticks. */
  readonly processes: ReadonlyMap<string, number>;
}

/** Looks at this machine, and at chosen processes and containers of it. */
export class Watcher {
  readonly watching: Watching;
  readonly #containers: ReadonlyMap<number, ContainerWatch>;
  readonly #isLinux: boolean;
  #before: Counters | null = null;

  /** @param cgroups where the control groups of Linux are. */
  constructor(parts: readonly WatchedPart[], platform = process.platform, cgroups?: string) {
    this.#isLinux = platform === 'linux';
    this.watching = { parts: [...parts], missing: this.#isLinux ? [] : [...notOnThisSystem] };
    this.#containers = new Map(
      parts.flatMap(({ kind, name }, place) =>
        kind === 'container' ? [[place, new ContainerWatch(name, cgroups)] as const] : [],
      ),
    );
  }

  /** @returns the figures of the time since the last look; null at the first, which has none before it. */
  look(): WatchedSample | null {
    const before = this.#before;
    const all = this.#isLinux && this.#hasProcesses ? everyProcess() : [];
    const containers = new Map(
      [...this.#containers].map(([place, container]) => [place, container.look()] as const),
    );
    const now: Counters = {
      at: hrtime.bigint(),
      worked: workedSeconds(),
      network: this.#isLinux ? parsed('/proc/net/dev', networkBytes) : null,
      containers: new Map(
        [...containers].flatMap(([place, used]) =>
          used?.cpuSeconds == null ? [] : [[place, used.cpuSeconds] as const],
        ),
      ),
      processes: new Map(all.map((one) => [keyOf(one), one.ticks])),
    };
    this.#before = now;
    if (!before || now.at <= before.at) return null;
    const seconds = Number(now.at - before.at) / 1e9;
    const rate = (value: number | undefined, earlier: number | undefined) =>
      value === undefined || earlier === undefined ? null : Math.max(0, value - earlier) / seconds;
    return {
      at: String(now.at),
      cpuCores: rate(now.worked, before.worked),
      memoryBytes: this.#isLinux
        ? parsed('/proc/meminfo', usedMemory)
        : Math.max(0, totalmem() - freemem()),
      receivedPerSecond: rate(now.network?.received, before.network?.received),
      sentPerSecond: rate(now.network?.sent, before.network?.sent),
      sockets: this.#isLinux ? parsed('/proc/net/sockstat', openSockets) : null,
      parts: this.watching.parts.map((part, place): PartUsage => {
        if (!this.#isLinux) return unknownUsage;
        if (part.kind === 'process') return usageOf(chosen(all, part.name), before, seconds);
        const used = containers.get(place) ?? null;
        return {
          cpuCores: rate(now.containers.get(place), before.containers.get(place)),
          memoryBytes: used?.memoryBytes ?? null,
          processes: used === null ? 0 : used.processes,
        };
      }),
    };
  }

  get #hasProcesses(): boolean {
    return this.watching.parts.some(({ kind }) => kind === 'process');
  }
}

/** What other systems than Linux do not tell, in sentences. */
const notOnThisSystem = [
  'Bytes over the network and open sockets are read on Linux only.',
  'Chosen processes and containers are watched on Linux only.',
] as const;

const unknownUsage: PartUsage = { cpuCores: null, memoryBytes: null, processes: null };

/** A number stands for a process and all that it started; a name for all processes that have it. */
function chosen(all: readonly SeenProcess[], name: string): SeenProcess[] {
  if (!/^\d+$/.test(name)) {
    const seen = name.slice(0, longestName);
    return all.filter((one) => one.name === seen);
  }
  const members = all.filter(({ pid }) => pid === Number(name));
  // They grow while they are gone through.
  for (const { pid } of members) {
    members.push(...all.filter((one) => one.parent === pid && !members.includes(one)));
  }
  return members;
}

function usageOf(processes: readonly SeenProcess[], before: Counters, seconds: number): PartUsage {
  if (processes.length === 0) return { cpuCores: 0, memoryBytes: 0, processes: 0 };
  // One that was not there has done all that it did since.
  const ticks = processes.map((one) => one.ticks - (before.processes.get(keyOf(one)) ?? 0));
  const bytes = processes.map(({ pid }) => parsed(`/proc/${pid}/status`, residentBytes) ?? 0);
  return {
    cpuCores: Math.max(0, sum(ticks)) / ticksPerSecond / seconds,
    memoryBytes: sum(bytes),
    processes: processes.length,
  };
}
