import { levelText } from '../../metrics/levels.ts';
import type { Moment } from './liveHistory.ts';

/** The round that runs, from the latest moment: `round 3, 40 users`; null where there are none. */
export function roundNow(moment: Moment | null): string | null {
  if (!moment || moment.round === null) return null;
  const level = moment.rate ?? moment.users;
  const unit = moment.rate === null ? 'users' : 'rate';
  return `round ${moment.round + 1}, ${levelText(unit, Math.round(level * 10) / 10)}`;
}
