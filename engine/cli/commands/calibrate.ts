import { type Command, InvalidArgumentError } from 'commander';
import type { Calibration, Ceiling } from '../../../contracts/calibration.ts';
import type { Engine } from '../../api/engine.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { catchInterrupts } from '../interrupts.ts';
import { say, writeResult } from '../streams.ts';
import { formatRate } from '../text/figures.ts';
import { drawTable } from '../text/table.ts';
import { type EngineOptions, withEngine } from '../with-engine.ts';

interface CalibrateOptions extends EngineOptions {
  readonly seconds: number;
  readonly json?: true;
}

const [leastSeconds, mostSeconds] = [0.2, 60];

function secondsOption(text: string): number {
  const seconds = Number(text);
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  if (isNumber && seconds >= leastSeconds && seconds <= mostSeconds) return seconds;
  throw new InvalidArgumentError(
    `expected a number of seconds, from ${leastSeconds} to ${mostSeconds}`,
  );
}

const tlsOf = ({ tls }: Ceiling) => (tls ? 'on' : 'off');

function drawCeilings({ ceilings }: Calibration): string {
  const table = drawTable<Ceiling>(
    [
      { title: 'protocol', cell: ({ protocol }) => protocol },
      { title: 'client', cell: ({ client }) => client },
      { title: 'tls', cell: tlsOf },
      { title: 'req/s', align: 'right', cell: (each) => formatRate(each.throughputRps) },
      { title: 'CPU µs/req', align: 'right', cell: ({ cpuUs }) => cpuUs.toFixed(1) },
      {
        title: 'busy',
        align: 'right',
        cell: ({ utilization }) => `${(utilization * 100).toFixed(0)} %`,
      },
      { title: 'limit', cell: ({ workerBound }) => (workerBound ? 'worker' : 'not the worker') },
    ],
    ceilings,
  );
  const bounds = ceilings.every(({ workerBound }) => workerBound)
    ? ''
    : '\nWhere the worker was not the limit, it can do more than the figure says, and runs are not judged by it.\n';
  return `${table}\nRequests per second of one worker, small product, against a service that does nothing.\n${bounds}`;
}

/** @returns null when it was interrupted. */
async function measure(
  { client }: Engine,
  seconds: number,
  signal: AbortSignal,
): Promise<Calibration | null> {
  const events = await client.calibration.run({ seconds }, { signal });
  for await (const event of events) {
    if (event.type === 'end') return event.calibration;
    const { ceiling, done, of } = event;
    const { protocol, client: kind } = ceiling;
    const rate = `${formatRate(ceiling.throughputRps)} req/s`;
    say(`${done}/${of} ${protocol} ${kind}, tls ${tlsOf(ceiling)}: ${rate}`);
  }
  return null;
}

async function calibrate(options: CalibrateOptions): Promise<ExitCode> {
  const interrupts = catchInterrupts(() => say('Stopping; nothing is kept of this calibration.'));
  try {
    return await withEngine(options, async (engine) => {
      const calibration = await measure(engine, options.seconds, interrupts.signal);
      if (!calibration) return exitCodes.interrupted;
      await writeResult(
        options.json ? `${JSON.stringify(calibration, null, 2)}\n` : drawCeilings(calibration),
      );
      return exitCodes.done;
    });
  } finally {
    interrupts.dispose();
  }
}

/** `wirebench calibrate` */
export function addCalibrateCommand(program: Command, finish: Finish): void {
  program
    .command('calibrate')
    .description('measure what this machine can do at most; later runs are judged by it')
    .option('--seconds <seconds>', 'measured time of each driver', secondsOption, 2)
    .option('--json', 'print the ceilings as one JSON document')
    .option('--db <file>', 'use this database')
    .action(async (options: CalibrateOptions) => finish(await calibrate(options)));
}
