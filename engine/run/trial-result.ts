import type { ErrorReport } from '../../contracts/errors.ts';
import type { AnswerOutline, Exchange } from '../../contracts/exchange.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type { Accounting, TrialResult } from '../../contracts/measurement.ts';
import type { ServiceMachine } from '../../contracts/other-side.ts';
import type { PlanResult } from '../../contracts/plan.ts';
import type { EncodedCall } from '../../contracts/sizes.ts';
import type { MadeOf } from '../../contracts/stacks.ts';
import type { WatchedMachine } from '../../contracts/watched.ts';
import type { TrialStatus } from '../../contracts/words.ts';
import { countsIn, type Work } from '../../contracts/work.ts';
import type { PartEnd } from '../../contracts/worker-messages.ts';
import { checkThresholds } from '../experiment/thresholds.ts';
import { sum } from '../stats/moments.ts';
import { type EnergyTerms, trialEnergy } from './energy/trial-energy.ts';
import { joinExchanges } from './exchanges.ts';
import { addHopFigures } from './hop-watch.ts';
import type { MachineRecords } from './machine-records.ts';
import { doubtedForMachines } from './missing-load.ts';
import { verdictOfRounds } from './round-verdict.ts';
import type { WindowFacts } from './stint-window.ts';
import type { TrialFigures } from './trial-metrics.ts';
import { notesOf, planNotes } from './trial-notes.ts';
import { partResults } from './trial-parts.ts';
import type { TrialRecord } from './trial-record.ts';
import { mismatchesIn, wrongShareOf } from './wrong-answers.ts';

/** Facts about a stint besides its intervals. */
export interface StintFacts extends WindowFacts {
  readonly workers: number;
  /** Length of the measured window according to the workers; null when not reported. */
  readonly windowSeconds: number | null;
  /** Null when not every worker reported its end. */
  readonly issued: number | null;
  readonly abandoned: number;
  /** Null when not every worker reported its end. */
  readonly dropped: number | null;
  /** Result of its iterations; null for other loads, and when no worker reported its end. */
  readonly plan: PlanResult | null;
  /** Message bytes of one call; null where no worker knows them. */
  readonly encoded: EncodedCall | null;
  /** What the workers saw of its exchanges; null or absent where none has said. */
  readonly exchange?: Exchange | null;
  /** Requests of a mix or steps of a flow, by worker. */
  readonly parts: readonly PartEnd[];
}

/** Facts about a trial besides its intervals. */
export interface TrialConditions {
  readonly id: string;
  readonly planned: PlannedTrial;
  readonly status: TrialStatus;
  /** ISO times. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly failure: ErrorReport | null;
  /** In order; empty when the engine died, so that only finished requests are known. */
  readonly stints: readonly StintFacts[];
  readonly serverCounted: number | null;
  /** Results by machine; absent where this one alone generated the load. */
  readonly machines?: MachineRecords;
  /** The other machine that the service ran on. */
  readonly serviceOn?: ServiceMachine | null;
  /** Outline of the answer to the call that checked the target. */
  readonly answer?: AnswerOutline | null;
  /** Observations of watched machines. */
  readonly watched?: readonly WatchedMachine[];
  readonly thresholds: readonly Threshold[];
  /** Null for open load. */
  readonly thinkTimeMs: number | null;
  /** Throughput of one worker against a service that does nothing; null when unknown. */
  readonly ceilingPerWorker: number | null;
  readonly notes: readonly string[];
  /** End of a started server's log. */
  readonly log?: readonly string[];
  /** Versions of the service's parts, where reported. */
  readonly made?: MadeOf | null;
  /** Rules for energy; null without energy results. */
  readonly energy: EnergyTerms | null;
  /** Whether the service ran elsewhere. */
  readonly remote: boolean;
  /** Unit of work that its load counts. */
  readonly counts: Work;
}

/** The metrics that represent a trial: those of one round or of all its windows. */
interface Headline {
  readonly figures: TrialFigures;
  readonly windowSeconds: number;
  readonly workers: number;
  readonly serverCpuSeconds: number | null;
  readonly users: number | null;
  /** The stints whose windows it represents. */
  readonly stints: readonly StintFacts[];
}

/** The final result of a trial. Pure: the same record and facts give the same result. */
export function trialResult(record: TrialRecord, facts: TrialConditions): TrialResult {
  const headline = headlineOf(record, facts);
  const { figures, windowSeconds, workers } = headline;
  const { measured } = figures;
  const { planned } = facts;
  const isExplained = facts.status === 'skipped' && windowSeconds === 0 && facts.notes.length > 0;
  const latencyMs = figures.latencyMs();
  const throughputRps = windowSeconds > 0 ? measured.ok / windowSeconds : 0;
  const ceilingRps = facts.ceilingPerWorker === null ? null : facts.ceilingPerWorker * workers;
  const { cpuSeconds, gcMs, lagMs } = figures.client;
  return {
    id: facts.id,
    index: planned.index,
    cell: planned.cell,
    repetition: planned.repetition,
    status: facts.status,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    failure: facts.failure,
    window: { seconds: windowSeconds },
    ...(record.warmUp && { warmUp: record.warmUp }),
    requests: { ok: measured.ok, failed: measured.failed, dropped: measured.dropped },
    ...countsIn(facts.counts),
    throughputRps,
    latencyMs,
    serviceMs: figures.serviceMs(),
    lagMs: figures.lagMs(),
    errors: figures.errors,
    checked: figures.checked,
    bytes: { sent: measured.bytesSent, received: measured.bytesReceived },
    ...encodedOf(facts),
    ...openedOf(figures, record.total),
    ...exchangeOf(headline),
    ...occupancyIn(record, headline),
    ...(facts.answer ? { answer: facts.answer } : {}),
    client: {
      ...doubtedForMachines(
        facts.machines ?? { lost: [], late: [] },
        verdictOfTrial(record, headline, ceilingRps, isExplained),
      ),
      cpuSeconds,
      eventLoopUtilization: figures.clientUtilization,
      gcMs,
      lagMs,
      workers,
      ceilingRps,
    },
    server: serverOf(headline),
    ...(facts.made ? { made: facts.made } : {}),
    ...(facts.log && facts.log.length > 0 ? { log: [...facts.log] } : {}),
    ...accompanyingFigures(headline, facts),
    accounting: accounting(record.total, facts),
    rounds: [...record.rounds],
    headlineRound: record.headline()?.round.index ?? null,
    plan: facts.stints[0]?.plan ?? null,
    ...partsOf(headline),
    ...machinesOf(record, headline, facts),
    ...(facts.watched?.length ? { watched: [...facts.watched] } : {}),
    ...(facts.serviceOn ? { serviceOn: facts.serviceOn } : {}),
    ...(facts.machines?.lost.length ? { lostMachines: [...facts.machines.lost] } : {}),
    thresholds:
      facts.status === 'skipped'
        ? []
        : checkThresholds(facts.thresholds, planned.cell, {
            errorsShare: errorsShareOf(figures),
            droppedShare: share(measured.dropped, (figures.sent ?? 0) + measured.dropped),
            throughputRps,
            latencyMs,
            answers: measured.ok + measured.failed,
            arrivals: figures.sent === null ? null : figures.sent + measured.dropped,
          }),
    ...searchOf(record),
    notes: [
      ...facts.notes,
      ...notesOf(record, facts),
      ...planNotes(facts.stints[0]?.plan ?? null, facts.serverCounted),
    ],
  };
}

function searchOf({ plan, rounds }: TrialRecord): Pick<TrialResult, 'search'> {
  return plan.answer && rounds.length > 0 ? { search: plan.answer(rounds) } : {};
}

function partsOf({ stints, windowSeconds }: Headline): Pick<TrialResult, 'parts'> {
  const ends = stints.flatMap(({ parts }) => parts);
  return ends.length === 0 ? {} : { parts: partResults(ends, windowSeconds) };
}

function machinesOf(
  record: TrialRecord,
  { windowSeconds }: Headline,
  { machines }: TrialConditions,
): Pick<TrialResult, 'machines' | 'places'> {
  const round = record.headline()?.round.index ?? null;
  const results = machines?.results(round, windowSeconds) ?? [];
  const places = machines?.places(round, windowSeconds) ?? [];
  return {
    ...(results.length === 0 ? {} : { machines: results }),
    ...(places.length === 0 ? {} : { places }),
  };
}

/** Encoded sizes of a call, which are the same in every stint. */
function encodedOf({ stints }: TrialConditions): Pick<TrialResult, 'encoded'> {
  const encoded = stints.find((stint) => stint.encoded !== null)?.encoded;
  return encoded ? { encoded } : {};
}

/** Absent where the window went through several levels, each of which has its own. */
function occupancyIn(record: TrialRecord, headline: Headline): Pick<TrialResult, 'occupancy'> {
  if (headline.users === null && record.rounds.length > 0) return {};
  const occupancy = record.occupancy({ ...headline, ceilingRps: null });
  return occupancy ? { occupancy } : {};
}

/** Absent where no worker counts them. */
function openedOf({ opened }: TrialFigures, total: TrialFigures): Pick<TrialResult, 'opened'> {
  return opened && total.openedInAll
    ? { opened: { measured: opened, all: total.openedInAll } }
    : {};
}

function exchangeOf({ stints }: Headline): Pick<TrialResult, 'exchange'> {
  const exchange = joinExchanges(stints.flatMap((stint) => stint.exchange ?? []));
  return exchange ? { exchange } : {};
}

/**
 * Share of failed requests. Answers that were not verified are assumed to be wrong as often as those that
 * were, unless their sizes alone show more; where all were verified it is the plain share of failures.
 */
function errorsShareOf({ measured, checked, errors }: TrialFigures): number {
  const { ok, failed } = measured;
  const known = mismatchesIn(errors);
  const wrong = Math.max(known, wrongShareOf(checked) * (ok + known));
  return share(failed - known + wrong, ok + failed);
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

function headlineOf(record: TrialRecord, { stints, planned }: TrialConditions): Headline {
  const headline = record.headline();
  if (headline) {
    const { figures, round } = headline;
    const stint = stints[round.index];
    return {
      figures,
      windowSeconds: round.seconds,
      workers: stint?.workers ?? 1,
      serverCpuSeconds: stint?.serverCpuSeconds ?? null,
      users: round.users,
      stints: stint ? [stint] : [],
    };
  }
  const { total } = record;
  const [only] = stints;
  const alone = stints.length === 1 ? (only?.windowSeconds ?? null) : null;
  const cpu = stints.map(({ serverCpuSeconds }) => serverCpuSeconds).filter((one) => one !== null);
  return {
    figures: total,
    windowSeconds: alone ?? total.measured.lengthMs / 1000,
    workers: Math.max(1, ...stints.map(({ workers }) => workers)),
    serverCpuSeconds: cpu.length > 0 && cpu.length === stints.length ? sum(cpu) : null,
    users: record.rounds.length > 0 ? null : (planned.cell.users ?? null),
    stints,
  };
}

/** @param isExplained whether a note already says why nothing was measured. */
function verdictOfTrial(
  record: TrialRecord,
  headline: Headline,
  ceilingRps: number | null,
  isExplained: boolean,
) {
  const whole = record.judge({ ...headline, ceilingRps });
  if (isExplained) return { ...whole, reasons: [] };
  return record.plan.headline ? whole : verdictOfRounds(whole, record.rounds, record.plan.unit);
}

function serverOf({ figures, serverCpuSeconds }: Headline): TrialResult['server'] {
  const { serverUtilization, server } = figures;
  if (server === null) return null;
  const { rssPeakBytes, heapPeakBytes, heapTotalPeakBytes, heapIdlePeakBytes, threadsPeak } =
    server;
  return {
    cpuSeconds: serverCpuSeconds ?? figures.serverCpuSeconds,
    rssPeakBytes,
    heapPeakBytes,
    ...(heapTotalPeakBytes > 0 ? { heapTotalPeakBytes, heapIdlePeakBytes } : {}),
    eventLoopUtilization: serverUtilization,
    ...(threadsPeak > 0 ? { threadsPeak } : {}),
  };
}

/** Hops between client and service, and energy; absent where the trial has none. */
function accompanyingFigures(
  headline: Headline,
  { energy: terms, remote }: TrialConditions,
): Pick<TrialResult, 'gateway' | 'network' | 'energy'> {
  const { figures, stints, windowSeconds } = headline;
  const gateway = addHopFigures(stints.map((stint) => stint.gateway));
  const network = addHopFigures(stints.map((stint) => stint.network));
  const { ok, failed } = figures.measured;
  const energy =
    terms &&
    stints.length > 0 &&
    trialEnergy({
      terms,
      readings: stints.map((stint) => stint.energy),
      cpu: {
        client: figures.client.cpuSeconds,
        service: remote ? null : (serverOf(headline)?.cpuSeconds ?? null),
        gateway: gateway?.cpuSeconds ?? null,
        network: network?.cpuSeconds ?? null,
      },
      windowSeconds,
      ended: ok + failed,
      remote,
    });
  return {
    ...(gateway && { gateway }),
    ...(network && { network }),
    ...(energy && { energy }),
  };
}

function accounting(
  { finished }: TrialFigures,
  { stints, serverCounted }: TrialConditions,
): Accounting {
  const { warmUp, measured, drained, succeeded } = finished;
  const sum = (of: (stint: StintFacts) => number | null) =>
    stints.length === 0
      ? null
      : stints.reduce<number | null>((total, stint) => {
          const part = of(stint);
          return total === null || part === null ? null : total + part;
        }, 0);
  return {
    issued: sum(({ issued }) => issued) ?? warmUp + measured + drained,
    warmUp,
    measured,
    drained,
    abandoned: sum(({ abandoned }) => abandoned) ?? 0,
    dropped: sum(({ dropped }) => dropped) ?? finished.dropped,
    succeeded,
    serverCounted,
  };
}
