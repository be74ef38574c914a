/** Ids that built-in experiments once had, by which they still open. */
const movedExperiments: ReadonlyMap<string, string> = new Map([
  ['kth-2024-scalability', 'kth-2024/scalability'],
  ['kth-2024-scalability-quick', 'kth-2024/scalability-quick'],
  ['kth-2024-throughput', 'kth-2024/throughput'],
  ['kth-2024-throughput-quick', 'kth-2024/throughput-quick'],
  ['kth-2024-tls', 'kth-2024/tls'],
  ['kth-2024-tls-quick', 'kth-2024/tls-quick'],
]);

/** What an id of a built-in experiment is now. */
export function currentExperimentId(id: string): string {
  return movedExperiments.get(id) ?? id;
}

/** Where the file is that a path once led to, as in `fixtures/experiments/kth-2024-tls.bench.yaml`; null for others. */
export function movedExperimentPath(path: string): string | null {
  const [, folder, id, ending] =
    /^((?:.*[\\/])?fixtures[\\/]experiments[\\/])([^\\/]+)(\.bench\.yaml)$/.exec(path) ?? [];
  const now = id === undefined ? undefined : movedExperiments.get(id);
  return now === undefined ? null : `${folder}${now}${ending}`;
}
