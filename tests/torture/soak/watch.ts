import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sum } from '../../../engine/stats/moments.ts';
import { descendants } from '../../support/processes.ts';
import { hasTime, type Turn } from '../kind.ts';
import type { SharesAt } from './drift.ts';
import { heapFolderVariable, keptBytes, readHeaps, takenBytes } from './heaps.ts';
import type { Point } from './trend.ts';
import { WorkOfOthers } from './work-of-others.ts';

/** Maximum number of samples over the whole time. */
const maxSamples = 400;

/**
 * The watched memory. Memory in use, and memory of processes outside of the JavaScript heaps, has to be flat.
 * Resident size of the heaps is up to V8, which enlarges the space for young objects in steps of 16 MB, up to
 * a bound and at any time: it is reported and not judged.
 */
export const subjects = {
  engine: { name: 'engine with its load workers, resident', isJudged: false },
  engineRest: { name: 'engine, resident without its heaps', isJudged: true },
  engineKept: { name: 'engine’s own thread, in use after a collection', isJudged: true },
  workerKept: { name: 'other threads, in use after a collection', isJudged: true },
  service: { name: 'service, resident', isJudged: false },
  serviceRest: { name: 'service, resident without its heap', isJudged: true },
  serviceKept: { name: 'service, in use after a collection', isJudged: true },
  window: { name: 'window, all processes of its browser', isJudged: true },
} as const;
export type SoakSubject = keyof typeof subjects;
export const subjectNames = Object.keys(subjects) as SoakSubject[];

/** Samples of a run and its window over time. */
export interface Watched {
  readonly memory: Readonly<Record<SoakSubject, Point[]>>;
  readonly shares: SharesAt[];
  /** Maximum number of concurrent threads with heaps. */
  threads: number;
}

/** The environment in which an engine and its service report their heaps. */
export function heapReportEnvironment(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  const reporter = fileURLToPath(new URL('report-heap.ts', import.meta.url));
  return { NODE_OPTIONS: `--import=${reporter}`, [heapFolderVariable]: folder };
}

/** A value in kB from a file of the process; 0 if it has just ended. */
function kilobytes(pid: number, file: string, field: string): number {
  try {
    const text = readFileSync(join('/proc', String(pid), file), 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
const resident = (pid: number) => kilobytes(pid, 'status', 'VmRSS');
/** Shared pages count once in total. */
const proportional = (pid: number) => kilobytes(pid, 'smaps_rollup', 'Pss');

/** Watches the processes of a run until the turn is over (Linux). @param growth bytes per second added to each value. */
export async function watchProcesses(
  turn: Turn,
  engine: number,
  { heaps, growth }: { heaps: string; growth: number },
): Promise<Watched> {
  const watched: Watched = {
    memory: {
      ...{ engine: [], engineRest: [], engineKept: [], workerKept: [] },
      ...{ service: [], serviceRest: [], serviceKept: [], window: [] },
    },
    shares: [],
    threads: 0,
  };
  const others = new WorkOfOthers();
  const start = performance.now();
  const pause = Math.max(1000, (turn.deadline - start) / maxSamples);
  while (hasTime(turn)) {
    await wait(pause);
    const atSeconds = (performance.now() - start) / 1000;
    const below = descendants(process.pid);
    const pids = (pattern: RegExp) =>
      below.filter(({ command }) => pattern.test(command)).map(({ pid }) => pid);
    const services = pids(/services\/main/);
    const ofEngine = readHeaps(heaps, engine);
    const [own, threads] = [ofEngine.slice(0, 1), ofEngine.slice(1)];
    const ofServices = services.flatMap((pid) => readHeaps(heaps, pid).slice(0, 1));
    const [inEngine, inServices] = [resident(engine), sum(services.map(resident))];
    const now: Record<SoakSubject, number> = {
      engine: inEngine,
      engineRest: ofEngine.length > 0 ? inEngine - takenBytes(ofEngine) : 0,
      engineKept: keptBytes(own),
      workerKept: keptBytes(threads),
      service: inServices,
      serviceRest: ofServices.length > 0 ? inServices - takenBytes(ofServices) : 0,
      serviceKept: keptBytes(ofServices),
      window: sum(pids(/chrom|headless/i).map(proportional)),
    };
    for (const subject of subjectNames)
      if (now[subject] > 0)
        watched.memory[subject].push({ atSeconds, value: now[subject] + growth * atSeconds });
    watched.threads = Math.max(watched.threads, threads.length);
    const ours = [process.pid, ...below.map(({ pid }) => pid)];
    watched.shares.push({ atSeconds, ...others.take(ours) });
  }
  return watched;
}
