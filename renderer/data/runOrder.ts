/** A run and when it started. */
interface Started {
  readonly id: string;
  readonly startedAt: string;
}

/** The ids of runs for a comparison, its baseline first: the oldest, or the one that was made it. */
export function baselineFirst(runs: readonly Started[], made: string | null = null): string[] {
  const ids = [...runs]
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    .map(({ id }) => id);
  if (made === null || !ids.includes(made)) return ids;
  return [made, ...ids.filter((id) => id !== made)];
}
