import { hrtime } from 'node:process';
import type { AgentBeat } from '../../contracts/machines.ts';
import type { WatchedLook } from '../run/watched-records.ts';
import type { ClockOffset } from './clock-offset.ts';

/**
 * Metrics of a watched machine, with the time on the clock of this one.
 * @param clock its offset from ours; null before it is known: then the metrics are considered current.
 * @returns null for a machine that does not watch.
 */
export function lookOf(
  id: string,
  { facts, watched }: AgentBeat,
  clock: ClockOffset | null,
): WatchedLook | null {
  if (!watched) return null;
  const ago = clock ? Number(hrtime.bigint() - (BigInt(watched.at) - clock.offset)) / 1e6 : 0;
  return {
    id,
    facts,
    sample: watched,
    atMs: performance.now() - ago,
    clockErrorMs: clock && Number(clock.error) / 1e6,
  };
}
