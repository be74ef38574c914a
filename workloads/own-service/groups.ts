import type { Take } from '../../contracts/experiment/flows.ts';
import type {
  FlowStep,
  OwnService,
  OwnServiceFlow,
  OwnServiceMix,
} from '../../contracts/own-service.ts';
import type { Protocol } from '../../contracts/words.ts';
import { randomSource } from '../messages/text.ts';
import type { UseCase } from '../use-case.ts';
import type { FlowSteps, GroupPart, MixedRequests, ShapeRequests } from '../workload.ts';
import type { OwnServiceAnswer } from './judge.ts';
import { DataTables, type RowClaims, RowsUsedUp } from './rows.ts';
import { takenHidden } from './secrets.ts';
import { takerOf, type ValueTaker } from './take.ts';

/** The requests of one name, as sent on their own. */
type RequestsOf = (name: string) => ShapeRequests;

/** A share of 1 for each request number. */
function shareOf(seed: number, sequence: number): number {
  const high = Math.floor(sequence / 2 ** 32);
  const mixed = Math.imul(seed ^ 0x51ed270b, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35);
  return randomSource((mixed + Math.imul(sequence >>> 0, 0x27d4eb2f)) >>> 0)() / 2 ** 32;
}

/** A mix; the choice of request depends on the seed and the request number only. */
export function mixOf(
  { parts }: OwnServiceMix,
  seed: number,
  requestsOf: RequestsOf,
): MixedRequests {
  let sum = 0;
  const ends = parts.map(({ weight }) => {
    sum += weight;
    return sum;
  });
  return {
    kind: 'mix',
    parts: parts.map(({ request }) => ({
      name: request,
      requests: requestsOf(request),
      take: null,
    })),
    pick: (sequence) => {
      const at = shareOf(seed, sequence) * sum;
      const found = ends.findIndex((end) => at < end);
      return found < 0 ? ends.length - 1 : found;
    },
  };
}

/** Names of steps: a repeated request has its number appended. */
function stepNames(steps: readonly FlowStep[], prefix: string): string[] {
  const seen = new Map<string, number>();
  return steps.map(({ request }) => {
    const count = (seen.get(request) ?? 0) + 1;
    seen.set(request, count);
    return `${prefix}${request}${count > 1 ? ` (${count})` : ''}`;
  });
}

interface FlowParts {
  /** Names of all taken values. */
  readonly taken: readonly string[];
  readonly protocol: Protocol | undefined;
  readonly requestsOf: RequestsOf;
  readonly namespaces: OwnService['namespaces'];
  /** Claims the rows of an iteration. */
  readonly claims: RowClaims;
}

/** The steps of a flow in a protocol; without a protocol, nothing is taken from answers. */
export function flowOf(
  { shared, setup, steps }: OwnServiceFlow,
  { taken, protocol, requestsOf, namespaces, claims }: FlowParts,
): FlowSteps {
  const names = [...stepNames(setup, 'setup: '), ...stepNames(steps, '')];
  const parts = [...setup, ...steps].map(({ request, take }, index): GroupPart => {
    const taker = protocol ? stepTaker(take, protocol, { taken, namespaces }) : null;
    return {
      name: names[index] ?? request,
      requests: requestsOf(request),
      take: taker && ((answer, into) => taker(answer as unknown as OwnServiceAnswer, into)),
    };
  });
  return {
    kind: 'flow',
    parts,
    setUps: setup.length,
    taken,
    shared: shared ?? taken.map(() => ''),
    claims: () => claims.next(),
  };
}

/** The values that a step takes from the answers of a protocol. */
function takesIn(take: FlowStep['take'], protocol: Protocol): Record<string, Take> {
  return Object.fromEntries(
    Object.entries(take).flatMap(([name, places]) => {
      const place = places[protocol];
      return place ? [[name, place]] : [];
    }),
  );
}

/**
 * Takes a step's values from the answers of a protocol; null if it takes none.
 * @throws Error as {@link takerOf} does
 */
export function stepTaker(
  take: FlowStep['take'],
  protocol: Protocol,
  { taken, namespaces }: Pick<FlowParts, 'taken'> & Pick<OwnService, 'namespaces'>,
): ValueTaker | null {
  return takerOf(takesIn(take, protocol), new DataTables([], taken).taken, namespaces);
}

/** An iteration of a flow as a use case, with a client of its own: includes its setup. */
export function flowAsUseCase(
  name: string,
  { parts, taken: names, shared, claims }: FlowSteps,
): UseCase {
  const rows = new Map<number, readonly number[] | undefined>();
  const claimedBy = (iteration: number) => {
    if (!rows.has(iteration)) rows.set(iteration, claimed(claims));
    return rows.get(iteration);
  };
  return {
    name,
    stages: parts.map(({ requests, take }, step) => ({
      independent: false,
      requests: (answers, iteration) => {
        const taken = [...shared];
        for (const [index, [answer]] of answers.entries()) {
          if (answer) parts[index]?.take?.(answer, taken);
        }
        const by = { user: iteration, iteration: 0, step, taken, claims: claimedBy(iteration) };
        if (step === parts.length - 1) rows.delete(iteration);
        const asked = requests.request(iteration, by);
        return [
          {
            operation: requests.operation,
            request: asked,
            hidden: takenHidden(names, taken),
            judge: (answer) => requests.judge(asked, answer) ?? take?.(answer, [...taken]) ?? null,
          },
        ];
      },
    })),
  };
}

/** A plan fixes its number of iterations, whatever the number of rows: later iterations begin again with the first. */
function claimed(claims: FlowSteps['claims']): readonly number[] | undefined {
  try {
    return claims();
  } catch (error) {
    // Not undefined, for which each of its requests would claim a row of its own.
    if (error instanceof RowsUsedUp) return [];
    throw error;
  }
}
