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

/** Linux: CPU times in /proc are hundredths of a second on every machine. */
const ticksPerSecond = 100;
/** Maximum length of a name in /proc. */
const longestName = 15;

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Another system, an ended process, or one of another user.
    return null;
  }
}

function parsed<Result>(path: string, parse: (text: string) => Result | null): Result | null {
  const text = read(path);
  return text === null ? null : parse(text);
}

/** CPU time of all cores together in seconds, on any system. */
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

/** Counters at one moment. Null where the system does not report them. */
interface Counters {
  readonly at: bigint;
  readonly worked: number;
  readonly network: ReturnType<typeof networkBytes>;
  /** CPU seconds of each container so far, by its index among the parts. */
  readonly containers: ReadonlyMap<number, number>;
  /** CPU ticks of each process so far. */
  readonly processes: ReadonlyMap<string, number>;
}

/** Reads metrics of this machine, and of chosen processes and containers. */
export class Watcher {
  readonly watching: Watching;
  readonly #containers: ReadonlyMap<number, ContainerWatch>;
  readonly #isLinux: boolean;
  #before: Counters | null = null;

  /** @param cgroups folder of the control groups of Linux. */
  constructor(parts: readonly WatchedPart[], platform = process.platform, cgroups?: string) {
    this.#isLinux = platform === 'linux';
    this.watching = { parts: [...parts], missing: this.#isLinux ? [] : [...notOnThisSystem] };
    this.#containers = new Map(
      parts.flatMap(({ kind, name }, place) =>
        kind === 'container' ? [[place, new ContainerWatch(name, cgroups)] as const] : [],
      ),
    );
  }

  /** @returns the metrics since the last look; null at the first. */
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

/** Metrics that only Linux reports, in sentences. */
const notOnThisSystem = [
  'Bytes over the network and open sockets are read on Linux only.',
  'Chosen processes and containers are watched on Linux only.',
] as const;

const unknownUsage: PartUsage = { cpuCores: null, memoryBytes: null, processes: null };

/** A number selects a process and all its descendants; a name selects all processes that have it. */
function chosen(all: readonly SeenProcess[], name: string): SeenProcess[] {
  if (!/^\d+$/.test(name)) {
    const seen = name.slice(0, longestName);
    return all.filter((one) => one.name === seen);
  }
  const members = all.filter(({ pid }) => pid === Number(name));
  // The list grows during the iteration.
  for (const { pid } of members) {
    members.push(...all.filter((one) => one.parent === pid && !members.includes(one)));
  }
  return members;
}

function usageOf(processes: readonly SeenProcess[], before: Counters, seconds: number): PartUsage {
  if (processes.length === 0) return { cpuCores: 0, memoryBytes: 0, processes: 0 };
  // A new process has used all its CPU time since the last look.
  const ticks = processes.map((one) => one.ticks - (before.processes.get(keyOf(one)) ?? 0));
  const bytes = processes.map(({ pid }) => parsed(`/proc/${pid}/status`, residentBytes) ?? 0);
  return {
    cpuCores: Math.max(0, sum(ticks)) / ticksPerSecond / seconds,
    memoryBytes: sum(bytes),
    processes: processes.length,
  };
}
