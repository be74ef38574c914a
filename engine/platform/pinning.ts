import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { WirebenchError } from '../../contracts/errors.ts';
import type { Pinning } from '../../contracts/experiment/experiment.ts';

const run = promisify(execFile);

/** Cores, numbered as the system does; null leaves the choice to the system. */
export interface CorePlan {
  /** One for each worker, in the order of the workers; several may share one. */
  readonly workers: number[] | null;
  /** All cores that a bundled service may use. */
  readonly services: number[] | null;
}

/** Reads a list of cores as Linux writes it, such as `0-3,8`; undefined when it is none. */
export function parseCoreList(text: string): number[] | undefined {
  const cores: number[] = [];
  for (const part of text.trim().split(',')) {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) return undefined;
    for (let core = first; core <= last; core++) cores.push(core);
  }
  return cores;
}

/** The cores that this process may use, ascending; on Linux those that the system allows. */
export function usableCores(): number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1];
    const cores = parseCoreList(list ?? '');
    if (cores && cores.length > 0) return cores;
  } catch {
    // Other systems do not name cores, so they are counted.
  }
  return Array.from({ length: availableParallelism() }, (_, core) => core);
}

/**
 * The cores that load workers and bundled services are pinned to. `auto` gives each worker its own
 * core, from the last one downwards, as long as one remains for the services, which get all others; on a
 * machine with a single core nothing is pinned.
 *
 * @param workers how many load workers there are.
 * @param cores those to choose from; default all that this process may use.
 * @throws WirebenchError ARGUMENT_INVALID when the experiment names a core that does not exist.
 */
export function corePlan(
  pinning: Pinning,
  workers: number,
  cores: readonly number[] = usableCores(),
): CorePlan {
  if (pinning === 'none') return { workers: null, services: null };
  if (pinning !== 'auto') {
    refuseUnknown('pinning.workers', pinning.workers, cores);
    refuseUnknown('pinning.services', pinning.services, cores);
    return { workers: inTurn(pinning.workers, workers), services: [...pinning.services] };
  }
  if (cores.length < 2) return { workers: null, services: null };
  const ofServices = Math.max(1, cores.length - workers);
  return {
    workers: inTurn(cores.slice(ofServices), workers),
    services: cores.slice(0, ofServices),
  };
}

/** A core for each worker, starting over when there are more workers than cores. */
function inTurn(cores: readonly number[], workers: number): number[] {
  return Array.from({ length: workers }, (_, worker) => cores[worker % cores.length] ?? 0);
}

function refuseUnknown(place: string, wanted: readonly number[], cores: readonly number[]): void {
  const unknown = wanted.filter((core) => !cores.includes(core));
  if (unknown.length === 0) return;
  const [noun, verb] = unknown.length === 1 ? ['core', 'is'] : ['cores', 'are'];
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    `${place} names ${noun} ${unknown.join(', ')}, which ${verb} not among the cores that Wirebench can use: ${cores.join(', ')}`,
    { hint: 'Choose cores of this machine, or set pinning: auto.' },
  );
}

/**
 * Pins all threads of a process to cores, by `taskset` (Linux). Threads that it starts later
 * inherit the cores.
 * @returns null on success, else a sentence that says why it failed: the measurement continues
 *   unpinned, so the user must be notified.
 */
export async function pinProcess(pid: number, cores: readonly number[]): Promise<string | null> {
  const list = cores.join(',');
  if (process.platform !== 'linux') {
    return `Process ${pid} could not be bound to cores ${list}: this works on Linux only.`;
  }
  try {
    await run('taskset', ['-a', '-c', '-p', list, String(pid)]);
    return null;
  } catch (error) {
    return `Process ${pid} could not be bound to cores ${list}: ${reasonOf(error)}`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') {
    return 'taskset is not installed (Debian package util-linux).';
  }
  const output = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return output || error.message;
}
