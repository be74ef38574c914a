import { type Command, InvalidArgumentError } from 'commander';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { measureCeilings } from '../measure-ceilings.ts';
import { writeResult } from '../streams.ts';
import { drawCeilings } from '../text/ceilings-text.ts';
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
