import { CommanderError } from 'commander';
import { describeReport, reportOf } from './errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { flush } from './streams.ts';
import { type Surroundings, surroundedBy, surroundings } from './surroundings.ts';

/** Commander has written its message already. */
function codeOfCommander(error: CommanderError): ExitCode {
  return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongInput;
}

function codeOfFailure(error: unknown): ExitCode {
  if (error instanceof CommanderError) return codeOfCommander(error);
  const report = reportOf(error);
  surroundings().stderr.write(describeReport(report));
  return exitCodeOf(report.code);
}

/**
 * Runs one command to its end.
 * @param args what follows the program's name.
 * @returns how it ended, after all that it wrote has left.
 */
export function runCommand(args: readonly string[], within: Surroundings): Promise<ExitCode> {
  return surroundedBy(within, () => toItsEnd(args));
}

async function toItsEnd(args: readonly string[]): Promise<ExitCode> {
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
  return ended;
}
