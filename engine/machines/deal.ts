/**
 * Deals workers to machines, one to each in turn while it has threads left: fewer workers than threads are
 * spread over as many machines as there are, and no machine has more than its threads.
 * @param threads of each machine.
 * @returns of each machine the places of its workers, rising; those that no machine has room for are dealt in turn.
 */
export function dealWorkers(threads: readonly number[], workers: number): number[][] {
  const hands: number[][] = threads.map(() => []);
  const total = threads.reduce((sum, count) => sum + count, 0);
  let place = 0;
  for (let round = 0; place < workers; round++) {
    for (const [machine, hand] of hands.entries()) {
      const hasRoom = place >= total || round < (threads[machine] ?? 0);
      if (hasRoom && place < workers) hand.push(place++);
    }
  }
  return hands;
}
