import type { AnswerOutline, Exchange, Opened } from '../../../contracts/exchange.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Verdict } from '../../../contracts/words.ts';
import { addOpened, joinExchanges } from '../../run/exchanges.ts';
import { mean, sum } from '../../stats/moments.ts';
import { failedShare } from '../finding/failing.ts';

/** What the trials of a cell did, from their own counters; null where it is not known of all of them. */
export interface WorkDone {
  readonly cell: Cell;
  /** Requests that ended in the windows. */
  readonly requests: number;
  /** Connections opened in the windows and over the whole trials, with their handshakes. */
  readonly opened: { readonly measured: Opened; readonly all: Opened } | null;
  /** Connections that the users open anyway, each its first; 0 where their number is unknown. */
  readonly firstConnections: number;
  readonly exchange: Exchange | null;
  /** Mean bytes of the two messages of a call. */
  readonly payload: { readonly request: number; readonly answer: number } | null;
  /** Bytes of a request and its answer on the sockets. */
  readonly wireBytes: number | null;
  readonly checked: { readonly answers: number; readonly wrong: number } | null;
  readonly answer: AnswerOutline | null;
  /** Requests that the service counted ÷ those that succeeded, over the whole trials. */
  readonly counted: number | null;
  /** Share of requests that failed, 0–1. */
  readonly failed: number;
  /** CPU of the service for a request, in microseconds. */
  readonly handlerUs: number | null;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

const none: Opened = { connections: 0, handshakes: 0, resumed: 0 };

interface Repeated {
  readonly cell: Cell;
  readonly trials: readonly TrialResult[];
}

/** What the repetitions of a cell did together. */
export function workDoneBy({ cell, trials }: Repeated): WorkDone {
  const requests = sum(trials.map(({ requests: { ok, failed } }) => ok + failed));
  const each = <T>(of: (trial: TrialResult) => T | null | undefined) => ofAll(trials, of);
  const opened = each((trial) => trial.opened);
  const encoded = each((trial) => trial.encoded);
  const checked = each((trial) => trial.checked);
  const cpuSeconds = each((trial) => trial.server?.cpuSeconds);
  return {
    cell,
    requests,
    opened: opened && {
      measured: addOpened(opened.map(({ measured }) => measured)) ?? none,
      all: addOpened(opened.map(({ all }) => all)) ?? none,
    },
    firstConnections: sum(trials.map(usersOf)),
    exchange: joinExchanges(each((trial) => trial.exchange) ?? []),
    payload: encoded && {
      request: mean(encoded.map(({ request }) => request.payload)),
      answer: mean(encoded.map(({ answer }) => answer.payload)),
    },
    wireBytes:
      requests === 0
        ? null
        : sum(trials.map(({ bytes: { sent, received } }) => sent + received)) / requests,
    checked: checked && {
      answers: sum(checked.map(({ answers }) => answers)),
      wrong: sum(checked.map(({ wrong }) => wrong)),
    },
    answer: trials.find(({ answer }) => answer)?.answer ?? null,
    counted: countedShare(trials),
    failed: failedShare(trials),
    handlerUs: cpuSeconds && requests > 0 ? (1e6 * sum(cpuSeconds)) / requests : null,
    verdicts: {
      ok: countVerdict(trials, 'ok'),
      suspect: countVerdict(trials, 'suspect'),
      'client-bound': countVerdict(trials, 'client-bound'),
    },
  };
}

/** Of all levels that a trial went through, each with connections of its own. */
function usersOf({ cell, rounds }: TrialResult): number {
  return rounds.length > 0 ? sum(rounds.map(({ users }) => users ?? 0)) : (cell.users ?? 0);
}

/** Null where a trial has none: what is not known of a part is not known of the whole. */
function ofAll<T>(
  trials: readonly TrialResult[],
  of: (trial: TrialResult) => T | null | undefined,
): T[] | null {
  const found = trials.flatMap((trial) => of(trial) ?? []) as T[];
  return trials.length > 0 && found.length === trials.length ? found : null;
}

const countVerdict = (trials: readonly TrialResult[], verdict: Verdict) =>
  trials.filter(({ client }) => client.verdict === verdict).length;

/** Null for load of plans, whose accounting counts iterations. */
function countedShare(trials: readonly TrialResult[]): number | null {
  const all = ofAll(trials, ({ accounting: { serverCounted, succeeded }, plan, counts }) =>
    serverCounted === null || plan || counts ? null : { serverCounted, succeeded },
  );
  const succeeded = sum(all?.map((one) => one.succeeded) ?? []);
  return all && succeeded > 0 ? sum(all.map((one) => one.serverCounted)) / succeeded : null;
}
