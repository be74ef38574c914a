import { type Result, someTime, type Try } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { agentNames, type Fleet, lossFault } from './fleet.ts';
import type { FleetAttack } from './fleet-attack.ts';

/** At any moment of a run, from the request to start it. */
async function killAgent({ random, planted }: Try, fleet: Fleet): Promise<Result> {
  const name = pick(random, agentNames);
  const loss = pick(random, ['abort', 'continue'] as const);
  const anyTime = random() < 0.2;
  const end = await fleet.run(
    { seconds: loss === 'abort' ? 600 : 11, loss },
    async () => {
      await someTime(random, 2500);
      await fleet.killAgent(name);
    },
    anyTime,
  );
  if (planted) {
    const [trial] = end.document.trials;
    const [machine] = trial?.machines ?? [];
    // As if requests that were sent again had been counted twice.
    if (machine) machine.requests.ok *= 2;
  }
  const fault = (await fleet.quiet(end)) ?? lossFault(end, name);
  return fault === null ? { held: 'lost' } : { broken: fault };
}

export const lossAttacks: readonly FleetAttack[] = [
  { what: 'kill -9 of an agent', plant: 'requests that are reported twice', attempt: killAgent },
];
