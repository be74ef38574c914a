import { CommanderError } from 'commander';
import { describeReport, reportOf } from './errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { tolerateClosedPipes } from './streams.ts';

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
 * Runs one command and sets the exit code of the process.
 * @param args what follows the program's name.
 */
export async function main(args: readonly string[]): Promise<void> {
  tolerateClosedPipes();
  const program = createProgram((code) => {
    process.exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = codeOfFailure(error);
  }
}
