import { runCommand } from './command.ts';
import { hearInterrupts, leaveWhenInterrupted } from './interrupts.ts';
import { tolerateClosedPipes } from './streams.ts';

/**
 * Runs one command and ends the process.
 * @param args arguments after the program's name.
 */
export async function main(args: readonly string[]): Promise<never> {
  leaveWhenInterrupted();
  tolerateClosedPipes();
  const ended = await runCommand(args, process);
  await hearInterrupts();
  // A process that ends by itself removes its signal handlers before it has ended.
  process.exit(ended);
}
