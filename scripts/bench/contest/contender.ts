import type { PeerReport } from '../peers/peer.ts';
import { type MeasuredProcess, measureProcess } from '../support/measured-process.ts';
import type { BenchTarget } from '../support/target.ts';

/** Result of one load of one generator. */
export interface Showing extends PeerReport {
  /** CPU of the whole generator process per request, in microseconds. */
  readonly cpuUs: number;
  /** Cores in use: 1 is one core fully busy. */
  readonly generatorCores: number;
  readonly serviceCores: number;
  readonly rssPeakBytes: number;
}

/** A generator that takes part in a comparison. */
export interface Contender {
  readonly name: string;
  /** @throws Error when it fails. */
  run(target: BenchTarget): Promise<Showing>;
}

/** Command line of a generator, and the parser of its output. */
export interface ProcessContender<Report extends PeerReport> {
  readonly argv: readonly string[];
  readonly cores: readonly number[];
  readonly servicePid: number;
  readonly seconds: number;
  read(output: string): Report;
}

/** Runs a generator, observed from outside. @throws Error with its last words when it fails. */
export async function observe<Report extends PeerReport>(
  contender: ProcessContender<Report>,
): Promise<Showing & Report> {
  const { argv, cores, servicePid, seconds } = contender;
  const measured = await measureProcess(argv, { cores, servicePid, seconds });
  const report = readReport(contender, measured);
  return {
    ...report,
    cpuUs: (measured.cpuCores / report.throughputRps) * 1e6,
    generatorCores: measured.cpuCores,
    serviceCores: measured.serviceCores,
    rssPeakBytes: measured.rssPeakBytes,
  };
}

function readReport<Report extends PeerReport>(
  { argv, read }: ProcessContender<Report>,
  { code, output, errors }: MeasuredProcess,
): Report {
  try {
    if (code !== 0) throw new Error(`ended with code ${code}`);
    return read(output);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${argv[0]}: ${reason}\n${errors.slice(-2000)}`, { cause });
  }
}
