import type { Calibration } from '../../contracts/calibration.ts';
import { threeDigits } from '../../metrics/format.ts';
import type { Engine } from '../api/engine.ts';
import { say } from './streams.ts';
import { tlsOf } from './text/ceilings-text.ts';

/**
 * Calibrates this machine, and prints each ceiling once it is known.
 * @param seconds measured time of each.
 * @returns null when it was interrupted.
 */
export async function measureCeilings(
  { client }: Engine,
  seconds: number,
  signal: AbortSignal,
): Promise<Calibration | null> {
  const events = await client.calibration.run({ seconds }, { signal });
  for await (const event of events) {
    if (event.type === 'end') return event.calibration;
    const { ceiling, done, of } = event;
    const { protocol, client: kind } = ceiling;
    const rate = `${threeDigits(ceiling.throughputRps)} req/s`;
    say(`${done}/${of} ${protocol} ${kind}, tls ${tlsOf(ceiling)}: ${rate}`);
  }
  return null;
}
