import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A screen that exists in memory only. */
export interface Display {
  /** Value for the variable `DISPLAY`. */
  readonly name: string;
  close(): Promise<void>;
}

/** Starts Xvfb on a free display number. */
export async function openDisplay(width = 1440, height = 900): Promise<Display> {
  const screen = ['-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const number = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdio[3] as Readable).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return {
    name: `:${number}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
