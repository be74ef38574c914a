import type { ClientHealth } from '../../contracts/measurement.ts';
import type { Verdict } from '../../contracts/words.ts';

/** What a verdict is made of; all over the measured window. */
export interface VerdictFacts {
  readonly client: ClientHealth;
  readonly windowSeconds: number;
  /** Event-loop utilisation of the bundled service; null for a remote target. */
  readonly serverUtilization: number | null;
  /** Requests that ended in the window, well or not, and the users that sent them. */
  readonly answers: number;
  readonly users: number;
}

const saturated = 0.95;
const busy = 0.8;
const longLagMs = 100;
const muchGc = 0.1;
const percent = (share: number) => `${Math.round(share * 100)} %`;

/**
 * Whether the generator may have been the limit. `client-bound`: it was busy all the time while
 * the service was not. `suspect`: it was close to its limit, or stalled, so that latencies may
 * hold its own delays; or fewer answers came than there were users, which is no steady state.
 */
export function judge(facts: VerdictFacts): {
  verdict: Verdict;
  reasons: string[];
} {
  const { client, windowSeconds, serverUtilization } = facts;
  const utilization = client.eventLoopUtilization;
  const serverBusy = serverUtilization !== null && serverUtilization >= saturated;
  if (utilization >= saturated && !serverBusy) {
    const service =
      serverUtilization === null ? '' : `, the service only ${percent(serverUtilization)}`;
    return {
      verdict: 'client-bound',
      reasons: [
        `A load worker was busy ${percent(utilization)} of the time${service}: the generator was the limit, not the service.`,
      ],
    };
  }
  const reasons: string[] = fewAnswers(facts);
  if (utilization >= busy) {
    reasons.push(
      `A load worker was busy ${percent(utilization)} of the time, so its own queueing may be part of the latency.`,
    );
  }
  if (client.lagMs >= longLagMs) {
    reasons.push(
      `A load worker was held up for ${Math.round(client.lagMs)} ms at a time, so some answers were noticed late.`,
    );
  }
  if (windowSeconds > 0 && client.gcMs / 1000 / windowSeconds >= muchGc) {
    reasons.push(
      `Garbage collection took ${percent(client.gcMs / 1000 / windowSeconds)} of a load worker's time.`,
    );
  }
  return { verdict: reasons.length > 0 ? 'suspect' : 'ok', reasons };
}

function fewAnswers({ answers, users }: VerdictFacts): string[] {
  if (answers >= users) return [];
  if (answers === 0) {
    return [
      'No answer came within the measured window: it is shorter than one request takes here.',
    ];
  }
  return [
    `Only ${answers} answers came from ${users} users: the window is too short for steady figures.`,
  ];
}
