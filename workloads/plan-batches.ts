import type { PlanForm } from '../contracts/experiment/plan-load.ts';
import type { Message } from './description.ts';
import type { PlannedRequest, UseCase } from './use-case.ts';

/**
 * The requests of one iteration, batch by batch. The requests of a batch are sent together, and the next
 * batch is derived from the answers to all of them, in order. Pure: nothing is sent here.
 *
 * `staged`: a batch is a stage. `sequential`: every batch is one request. `parallel`: stages that do not
 * depend on earlier answers form one batch, so that only true dependencies cost a round trip.
 */
export function* batchesOf(
  { stages }: UseCase,
  form: PlanForm,
  iteration: number,
): Generator<readonly PlannedRequest[], void, readonly Message[]> {
  const answers: (readonly Message[])[] = [];
  for (let at = 0; at < stages.length; ) {
    const together = form === 'parallel' ? togetherFrom(stages, at) : 1;
    const asked = stages
      .slice(at, at + together)
      .map((stage) => stage.requests(answers, iteration));
    at += together;
    const batch = asked.flat();
    const given = form === 'sequential' ? yield* oneByOne(batch) : yield* atOnce(batch);
    let taken = 0;
    for (const { length } of asked) {
      answers.push(given.slice(taken, taken + length));
      taken += length;
    }
  }
}

/** Number of stages from `at` on that do not depend on each other's answers. */
function togetherFrom(stages: UseCase['stages'], at: number): number {
  let count = 1;
  while (stages[at + count]?.independent) count++;
  return count;
}

function* atOnce(
  batch: readonly PlannedRequest[],
): Generator<readonly PlannedRequest[], readonly Message[], readonly Message[]> {
  return batch.length === 0 ? [] : yield batch;
}

function* oneByOne(
  batch: readonly PlannedRequest[],
): Generator<readonly PlannedRequest[], readonly Message[], readonly Message[]> {
  const answers: Message[] = [];
  for (const request of batch) answers.push(...(yield [request]));
  return answers;
}
