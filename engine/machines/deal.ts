/**
 * Deals workers to machines in turn, one each while a machine has threads left: with fewer workers than threads they are
 * spread over as many machines as possible, and no machine gets more than its threads.
 * @param threads of each machine.
 * @returns for each machine the indexes of its workers, ascending; workers beyond all threads are dealt in turn.
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
