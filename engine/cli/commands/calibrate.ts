import { type Command, InvalidArgumentError } from 'commander';
import type { Calibration, Ceiling } from '../../../contracts/calibration.ts';
import { roughShare, threeDigits } from '../../../metrics/format.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { measureCeilings, tlsOf } from '../measure-ceilings.ts';
import { writeResult } from '../streams.ts';
import { drawTable } from '../text/table.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface CalibrateOptions extends CommandEngineOptions {
  readonly seconds: number;
  readonly json?: true;
}

const [minSeconds, maxSeconds] = [0.2, 60];

function secondsOption(text: string): number {
  const seconds = Number(text);
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  if (isNumber && seconds >= minSeconds && seconds <= maxSeconds) return seconds;
  throw new InvalidArgumentError(
    `expected a number of seconds, from ${minSeconds} to ${maxSeconds}`,
  );
}

function drawCeilings({ ceilings }: Calibration): string {
  const table = drawTable<Ceiling>(
    [
      { title: 'protocol', cell: ({ protocol }) => protocol },
      { title: 'client', cell: ({ client }) => client },
      { title: 'tls', cell: tlsOf },
      { title: 'req/s', align: 'right', cell: (each) => threeDigits(each.throughputRps) },
      { title: 'CPU µs/req', align: 'right', cell: ({ cpuUs }) => threeDigits(cpuUs) },
      {
        title: 'busy',
        align: 'right',
        cell: ({ utilization }) => roughShare(utilization),
      },
      { title: 'limit', cell: ({ workerBound }) => (workerBound ? 'worker' : 'not the worker') },
    ],
    ceilings,
  );
  const bounds = ceilings.every(({ workerBound }) => workerBound)
    ? ''
    : '\nWhere the worker was not the limit, it can do more than the figure shows, and runs are not judged by it.\n';
  return `${table}\nRequests per second of one worker, small product, with a service that does nothing.\n${bounds}`;
}

async function calibrate(options: CalibrateOptions): Promise<ExitCode> {
  return interruptible('Stopping; nothing from this calibration is kept.', (signal) =>
    withEngine(options, async (engine) => {
      const calibration = await measureCeilings(engine, options.seconds, signal);
      if (!calibration) return exitCodes.interrupted;
      await writeResult(
        options.json ? `${JSON.stringify(calibration, null, 2)}\n` : drawCeilings(calibration),
      );
      return exitCodes.done;
    }),
  );
}

/** `wirebench calibrate` */
export function addCalibrateCommand(program: Command, finish: Finish): void {
  program
    .command('calibrate')
    .description('measure the maximum load this machine can generate; later runs are judged by it')
    .option('--seconds <seconds>', 'measured time per driver', secondsOption, 2)
    .option('--json', 'print the ceilings as one JSON document')
    .option('--db <file>', 'use this database')
    .action(async (options: CalibrateOptions) => finish(await calibrate(options)));
}
