import { WirebenchError } from '../../contracts/errors.ts';
import { surroundings } from './surroundings.ts';
import { printable } from './text/table.ts';

const isBrokenPipe = (error: Error) => 'code' in error && error.code === 'EPIPE';

/**
 * A reader that has gone (`wirebench list | head -1`) is not a failure: further output is
 * dropped, and the command continues.
 */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    // Other errors reach the callback of the write that failed; see writeResult.
    stream.on('error', () => undefined);
  }
}

/**
 * Writes results to stdout.
 * @throws WirebenchError EXPORT_FAILED when they cannot be written, as on a full disk.
 */
export function writeResult(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    surroundings().stdout.write(content, (cause) => {
      if (!cause || isBrokenPipe(cause)) return resolve();
      reject(
        new WirebenchError('EXPORT_FAILED', `Cannot write to stdout: ${cause.message}`, { cause }),
      );
    });
  });
}

/** Waits until all that was written has left. */
export async function flush(): Promise<void> {
  const written = (stream: NodeJS.WritableStream) =>
    new Promise<void>((resolve) => stream.write('', () => resolve()));
  const { stdout, stderr } = surroundings();
  await Promise.all([stdout, stderr].map(written));
}

/** Writes a sentence for people to stderr. */
export function say(text: string): void {
  surroundings().stderr.write(`${printable(text)}\n`);
}
