import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { OwnService } from '../../contracts/own-service.ts';

/** Data files with rows per user, but fewer rows than users; each in a sentence. */
export function sharedRows(
  { data }: Pick<OwnService, 'data'>,
  { users = [] }: Pick<Experiment['factors'], 'users'>,
): string[] {
  const most = Math.max(0, ...users);
  return data
    .filter(({ pick, rows }) => pick === 'per-user' && rows < most)
    .map(
      ({ name, rows }) =>
        `The data ${name} has ${rows === 1 ? '1 row' : `${rows} rows`} for up to ${most} users (pick: per-user): some users share one.`,
    );
}
