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

/** Samples over the whole time, as many as may be. */
const maxSamples = 400;

/**
 * Whose memory is looked at. What is in use, and what processes have beside the heaps of JavaScript, has to be flat. How
 * much those have got of the system is for V8 to say, which enlarges what it has for young objects in steps of 16 MB, up to
 * a bound and at any time: it is told and not judged.
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
    const own = ofEngine ? [ofEngine.own] : [];
    const threads = ofEngine?.threads ?? [];
    const ofServices = services.flatMap((pid) => readHeaps(heaps, pid)?.own ?? []);
    const [inEngine, inServices] = [resident(engine), sum(services.map(resident))];
    const now: Record<SoakSubject, number> = {
      engine: inEngine,
      engineRest: ofEngine ? inEngine - takenBytes([...own, ...threads]) : 0,
      engineKept: keptBytes(own),
      workerKept: keptBytes(threads),
      service: inServices,
      serviceRest: ofServices.length > 0 ? inServices - takenBytes(ofServices) : 0,
      serviceKept: keptBytes(ofServices),
      window: sum(pids(/chrom|headless/i).map(proportional)),
    };
    for (const subject of Object.keys(subjects) as SoakSubject[]) {
      if (now[subject] <= 0) continue;
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
