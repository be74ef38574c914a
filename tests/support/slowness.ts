import { pbkdf2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const iterations = 1_000_000;

/** Seconds that the work takes on the idle reference machine: two cores of 2.4 GHz or more. */
const referenceSeconds = 0.3;

/**
 * Keeps every core busy for a moment.
 * @returns how many times as long that took as on the reference machine, at least 1: for a slower machine, or one whose
 *   cores others use.
 */
export async function measureSlowness(): Promise<number> {
  const work = promisify(pbkdf2);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: availableParallelism() }, () =>
      work('key', 'salt', iterations, 64, 'sha512'),
    ),
  );
  return Math.max(1, (performance.now() - started) / 1000 / referenceSeconds);
}
