import { spawn } from 'node:child_process';
import { onCores } from './cores.ts';
import { cpuSecondsOf, peakRssOf } from './proc.ts';

const sampleMs = 50;
/** Left out at the end of a process: it writes its report. */
const tailSeconds = 0.15;

export interface MeasuredProcess {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
  /** Cores in use while it made load: 1 is one core fully busy. */
  readonly cpuCores: number;
  /** The same for the service. */
  readonly serviceCores: number;
  readonly rssPeakBytes: number;
}

interface Sample {
  readonly at: number;
  readonly own: number;
  readonly service: number;
}

export interface MeasureOptions {
  readonly cores: readonly number[];
  /** The process that answers. */
  readonly servicePid: number;
  /** Length of the load in seconds, as given to the process. */
  readonly seconds: number;
}

/** Runs a load generator bound to cores, and observes it and the service from outside. */
export async function measureProcess(
  argv: readonly string[],
  options: MeasureOptions,
): Promise<MeasuredProcess> {
  const [command = '', ...args] = onCores(options.cores, argv);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const pid = child.pid ?? 0;
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  const samples: Sample[] = [];
  let rssPeakBytes = 0;
  const observe = () => {
    const own = cpuSecondsOf(pid);
    if (own === undefined) return;
    const service = cpuSecondsOf(options.servicePid) ?? 0;
    samples.push({ at: performance.now() / 1000, own, service });
    rssPeakBytes = Math.max(rssPeakBytes, peakRssOf(pid) ?? 0);
  };
  const timer = setInterval(observe, sampleMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearInterval(timer));
  const use = coresInUse(samples, options.seconds);
  return { output: output(), errors: errors(), code, rssPeakBytes, ...use };
}

/** Over most of the load, which ends shortly before the process does. */
function coresInUse(samples: readonly Sample[], seconds: number) {
  const end = (samples.at(-1)?.at ?? 0) - tailSeconds;
  const inside = samples.filter(({ at }) => at <= end && at >= end - 0.7 * seconds);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last || last.at === first.at)
    return { cpuCores: Number.NaN, serviceCores: Number.NaN };
  const length = last.at - first.at;
  return {
    cpuCores: (last.own - first.own) / length,
    serviceCores: (last.service - first.service) / length,
  };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return () => Buffer.concat(parts).toString('utf8');
}
