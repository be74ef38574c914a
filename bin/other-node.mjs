import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Signals that ask a program to end. */
export const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a script with another Node, and exits as that one does. Ctrl-C in the terminal reaches both
 * processes, a signal to this one does not: the other is notified how many arrived here, and counts none
 * twice.
 */
export function runWith(node, script, args) {
  const child = spawn(node, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let count = 0;
  const pass = () => {
    count += 1;
    // The child may have just ended, and then needs no signal.
    if (child.connected) child.send({ interrupts: count }, () => undefined);
  };
  for (const name of interrupts) process.on(name, pass);
  child.on('error', (error) => {
    process.stderr.write(`wirebench: cannot start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}
