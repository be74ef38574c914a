import { CommanderError } from 'commander';
import { describeReport, reportOf } from './errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { hearInterrupts, leaveWhenInterrupted } from './interrupts.ts';
import { createProgram } from './program.ts';
import { flush, tolerateClosedPipes } from './streams.ts';

/** Commander has written its message already. */
function codeOfCommander(error: CommanderError): ExitCode {
  return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongInput;
}

function codeOfFailure(error: unknown): ExitCode {
  if (error instanceof CommanderError) return codeOfCommander(error);
  const report = reportOf(error);
  process.stderr.write(describeReport(report));
  return exitCodeOf(report.code);
}

/**
 * Runs one command and ends the process.
 * @param args what follows the program's name.
 */
export async function main(args: readonly string[]): Promise<never> {
  leaveWhenInterrupted();
  tolerateClosedPipes();
  let ended: ExitCode = exitCodes.done;
  try {
    const program = await createProgram((code) => {
      ended = code;
    }, args);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    ended = codeOfFailure(error);
  }
  await flush();
  await hearInterrupts();
  // A process that is left to end by itself forgets its handlers of signals before it has ended.
  process.exit(ended);
}
