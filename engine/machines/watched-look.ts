import { hrtime } from 'node:process';
import type { AgentBeat, AgentFacts } from '../../contracts/machines.ts';
import type { WatchedSample } from '../../contracts/watched.ts';
import type { WatchedLook } from '../run/watched-records.ts';
import type { ClockOffset } from './clock-offset.ts';
import type { Clocks } from './clocks.ts';

/**
 * Metrics of a watched machine, with the time on the clock of this one.
 * @param clock its offset from ours; null if it could not be compared: then the metrics are of the time they were received.
 * @param heardAt on `performance.now()`.
 */
function lookOf(
  id: string,
  facts: AgentFacts,
  watched: WatchedSample,
  clock: ClockOffset | null,
  heardAt: number,
): WatchedLook {
  const ago = clock && Number(hrtime.bigint() - (BigInt(watched.at) - clock.offset)) / 1e6;
  return {
    id,
    facts,
    sample: watched,
    atMs: ago === null ? heardAt : performance.now() - ago,
    clockErrorMs: clock && Number(clock.error) / 1e6,
  };
}

/**
 * Reports what a machine observed, once its clock has been compared with this one: otherwise a trial would have it at the wrong time.
 * @param report hears it, and nothing of a machine that does not watch.
 */
export async function reportLook(
  clocks: Pick<Clocks, 'atLeast'>,
  id: string,
  { facts, watched }: AgentBeat,
  report: (look: WatchedLook) => void,
): Promise<void> {
  if (!watched) return;
  const heardAt = performance.now();
  const clock = clocks.atLeast(id);
  report(lookOf(id, facts, watched, clock instanceof Promise ? await clock : clock, heardAt));
}
