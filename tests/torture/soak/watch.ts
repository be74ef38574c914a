import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sum } from '../../../engine/stats/moments.ts';
import { descendants } from '../../support/processes.ts';
import { hasTime, type Turn } from '../kind.ts';
import type { SharesAt } from './drift.ts';
import { type Heap, heapFolderVariable, readHeaps } from './heaps.ts';
import type { Point } from './trend.ts';
import { WorkOfOthers } from './work-of-others.ts';

/** Samples over the whole time, as many as may be. */
const mostSamples = 400;

/** Whose memory is looked at. Of the whole processes it has to be flat; the heaps say where it is. */
export const subjects = {
  engine: { name: 'engine with its load workers, resident', isJudged: true },
  engineHeap: { name: 'heap of the engine’s own thread', isJudged: false },
  workerHeap: { name: 'heaps of the load workers', isJudged: false },
  service: { name: 'service, resident', isJudged: true },
  serviceHeap: { name: 'heap of the service', isJudged: false },
  window: { name: 'window, all processes of its browser', isJudged: true },
} as const;
export type SoakSubject = keyof typeof subjects;

/** What was seen of a run and its window over time. */
export interface Watched {
  readonly memory: Readonly<Record<SoakSubject, Point[]>>;
  readonly shares: SharesAt[];
  /** Most threads with heaps that there were at one time. */
  threads: number;
}

/** The environment in which an engine and its service tell of their heaps. */
export function tellingEnvironment(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  const teller = fileURLToPath(new URL('tell-heap.ts', import.meta.url));
  return { NODE_OPTIONS: `--import=${teller}`, [heapFolderVariable]: folder };
}

const heapBytes = ({ taken, external }: Heap) => taken + external;

/** A figure in kB of a file of the process; 0 when it has just ended. */
function kilobytes(pid: number, file: string, field: string): number {
  try {
    const text = readFileSync(join('/proc', String(pid), file), 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
const resident = (pid: number) => kilobytes(pid, 'status', 'VmRSS');
/** Pages that processes share count once altogether. */
const proportional = (pid: number) => kilobytes(pid, 'smaps_rollup', 'Pss');

/** Watches the processes of a run until the turn is over (Linux). @param growth bytes a second that are added to all of it. */
export async function watchProcesses(
  turn: Turn,
  engine: number,
  { heaps, growth }: { heaps: string; growth: number },
): Promise<Watched> {
  const watched: Watched = {
    memory: {
      ...{ engine: [], engineHeap: [], workerHeap: [] },
      ...{ service: [], serviceHeap: [], window: [] },
    },
    shares: [],
    threads: 0,
  };
  const others = new WorkOfOthers();
  const start = performance.now();
  const pause = Math.max(1000, (turn.deadline - start) / mostSamples);
  while (hasTime(turn)) {
    await wait(pause);
    const atSeconds = (performance.now() - start) / 1000;
    const below = descendants(process.pid);
    const pids = (pattern: RegExp) =>
      below.filter(({ command }) => pattern.test(command)).map(({ pid }) => pid);
    const services = pids(/services\/main/);
    const engineHeaps = readHeaps(heaps, engine);
    const threads = engineHeaps?.threads ?? [];
    const now: Record<SoakSubject, number> = {
      engine: resident(engine),
      engineHeap: engineHeaps ? heapBytes(engineHeaps.own) : 0,
      workerHeap: sum(threads.map(heapBytes)),
      service: sum(services.map(resident)),
      serviceHeap: sum(services.flatMap((pid) => readHeaps(heaps, pid)?.own ?? []).map(heapBytes)),
      window: sum(pids(/chrom|headless/i).map(proportional)),
    };
    for (const subject of Object.keys(subjects) as SoakSubject[]) {
      if (now[subject] === 0) continue;
      watched.memory[subject].push({ atSeconds, value: now[subject] + growth * atSeconds });
    }
    watched.threads = Math.max(watched.threads, threads.length);
    watched.shares.push({
      atSeconds,
      ...others.take([process.pid, ...below.map(({ pid }) => pid)]),
    });
  }
  return watched;
}
