import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Ends a process with the test that started it. */
export function endWithTest(child: ChildProcess): void {
  onTestFinished(async () => {
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await gone;
  });
}

/** Starts the service of `scripted-service.ts`, which ends with the test. @returns its port. */
export async function scriptedService(...args: readonly (string | number)[]): Promise<number> {
  const script = join(import.meta.dirname, 'scripted-service.ts');
  const child = spawn(process.execPath, [script, ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endWithTest(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return Number(line);
}
