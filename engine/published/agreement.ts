import { type Agreement, singleTrialReach } from '../../contracts/published.ts';
import { type OurRatio, publishedSide } from './judgement.ts';

/** -1, 0 or 1: on which side of 1 our ratio is; undefined where one trial on each side is not enough. */
function ourDirection({ times, interval }: OurRatio): number | undefined {
  if (interval) {
    if (interval.low <= 1 && interval.high >= 1) return 0;
    return Math.sign(Math.log(times));
  }
  const far = Math.abs(Math.log(times)) > Math.log(1 + singleTrialReach);
  return far ? Math.sign(Math.log(times)) : undefined;
}

/**
 * Whether two ratios point the same way, by the rule of version 0.1.0; what is shown is in `judgement.ts`. Where the
 * published values are equal, ours agree when they show no difference.
 */
export function agreementOf(published: number, ours: OurRatio | null): Agreement {
  if (!ours || !(ours.times > 0) || !(published > 0)) return 'untold';
  const direction = ourDirection(ours);
  if (direction === undefined) return 'untold';
  if (direction === publishedSide(published)) return 'agrees';
  return direction === 0 ? 'undetected' : 'disagrees';
}
