/** Former ids of built-in experiments, under which they can still be opened. */
const movedExperiments: ReadonlyMap<string, string> = new Map([
  ['kth-2024-scalability', 'kth-2024/scalability'],
  ['kth-2024-scalability-quick', 'kth-2024/scalability-quick'],
  ['kth-2024-throughput', 'kth-2024/throughput'],
  ['kth-2024-throughput-quick', 'kth-2024/throughput-quick'],
  ['kth-2024-tls', 'kth-2024/tls'],
  ['kth-2024-tls-quick', 'kth-2024/tls-quick'],
]);

/** The current id of a built-in experiment. */
export function currentExperimentId(id: string): string {
  return movedExperiments.get(id) ?? id;
}

/** Current path for a former one, as in `fixtures/experiments/kth-2024-tls.bench.yaml`; null for others. */
export function movedExperimentPath(path: string): string | null {
  const [, folder, id, ending] =
    /^((?:.*[\\/])?fixtures[\\/]experiments[\\/])([^\\/]+)(\.bench\.yaml)$/.exec(path) ?? [];
  const now = id === undefined ? undefined : movedExperiments.get(id);
  return now === undefined ? null : `${folder}${now}${ending}`;
}
