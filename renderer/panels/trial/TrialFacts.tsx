import type { ReactNode } from 'react';
import type { ThresholdOutcome, TrialResult } from '../../../contracts/measurement.ts';
import { capital, workOf, workWords } from '../../../contracts/work.ts';
import {
  countOf,
  formatBytes,
  formatCount,
  groupDigits,
  joinSentences,
  threeDigits,
} from '../../../metrics/format.ts';
import { placeOfService } from '../../../metrics/other-side.ts';
import { tooFewWords } from '../../../metrics/threshold-words.ts';
import { warmUpWords } from '../../../metrics/warm-up.ts';
import { Stat } from '../../components/Stat.tsx';
import { actualText } from '../../data/runSummary.ts';
import styles from './Trial.module.css';

/** The results of a trial, and everything that a reader should know about them, in text. */
export function TrialFactList({ trial }: { trial: TrialResult }) {
  const { latencyMs, serviceMs, lagMs, requests, client, failure, notes, thresholds } = trial;
  const latency = (value: number) => threeDigits(requests.ok > 0 ? value : null);
  return (
    <>
      <div className={styles.stats}>
        <Stat
          size="sm"
          label="Throughput"
          value={threeDigits(trial.throughputRps)}
          unit={workWords[workOf(trial)].shortRate}
        />
        <Stat size="sm" label="Mean" value={latency(latencyMs.mean)} unit="ms" />
        <Stat size="sm" label="p50" value={latency(latencyMs.p50)} unit="ms" />
        <Stat size="sm" label="p95" value={latency(latencyMs.p95)} unit="ms" />
        <Stat size="sm" label="p99" value={latency(latencyMs.p99)} unit="ms" />
        <Stat size="sm" label="Succeeded" value={formatCount(requests.ok)} />
        <Stat
          size="sm"
          label="Failed"
          value={formatCount(requests.failed)}
          tone={requests.failed > 0 ? 'bad' : 'plain'}
        />
      </div>
      {lagMs && (
        <div className={styles.stats}>
          <Stat size="sm" label="Service mean" value={latency(serviceMs.mean)} unit="ms" />
          <Stat size="sm" label="Service p50" value={latency(serviceMs.p50)} unit="ms" />
          <Stat size="sm" label="Service p95" value={latency(serviceMs.p95)} unit="ms" />
          <Stat size="sm" label="Service p99" value={latency(serviceMs.p99)} unit="ms" />
          <Stat size="sm" label="Sent late, p99" value={threeDigits(lagMs.p99)} unit="ms" />
          <Stat
            size="sm"
            label="Dropped"
            value={formatCount(requests.dropped)}
            tone={requests.dropped > 0 ? 'warn' : 'plain'}
          />
        </div>
      )}
      <dl className={styles.detailFacts}>
        {failure && (
          <FactLine name="Failure">{`${failure.message} ${failure.hint ?? ''}`}</FactLine>
        )}
        {client.reasons.length > 0 && (
          <FactLine name={capital(client.verdict)}>{joinSentences(client.reasons)}</FactLine>
        )}
        {trial.errors.map(({ kind, code, count, message }) => (
          <FactLine key={`${kind}/${code}`} name={`${kind} ${code}`}>
            {formatCount(count)} × {message}
          </FactLine>
        ))}
        {thresholds.map((outcome) => (
          <FactLine key={outcome.rule} name="Threshold">
            {thresholdText(outcome, trial)}
          </FactLine>
        ))}
        <FactLine name={capital(workWords[workOf(trial)].many)}>{accountingText(trial)}</FactLine>
        {trial.warmUp && <FactLine name="Warm-up">{warmUpWords(trial.warmUp)}</FactLine>}
        <FactLine name="Client">{clientText(trial)}</FactLine>
        {trial.server && <FactLine name="Service">{serverText(trial.server)}</FactLine>}
        {trial.serviceOn && <FactLine name="Service ran">{placeOfService(trial)}</FactLine>}
        {trial.log && (
          <FactLine name="Server’s log">
            <pre className={styles.log}>{trial.log.join('\n')}</pre>
          </FactLine>
        )}
        {notes.length > 0 && <FactLine name="Notes">{notes.join(' ')}</FactLine>}
      </dl>
    </>
  );
}

function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function accountingText(trial: TrialResult): string {
  const { accounting } = trial;
  const { issued, warmUp, measured, drained, abandoned, dropped, serverCounted } = accounting;
  const parts = [
    `${formatCount(issued)} issued`,
    `${formatCount(warmUp)} in the warm-up`,
    `${formatCount(measured)} measured`,
    `${formatCount(drained)} after the window`,
    `${formatCount(abandoned)} abandoned`,
  ];
  if (dropped > 0) parts.push(`${formatCount(dropped)} dropped, never issued`);
  if (serverCounted !== null) {
    // It counts requests, of which an iteration sends many.
    const requests = workOf(trial) === 'iterations' ? ' requests' : '';
    parts.push(`the service counted ${formatCount(serverCounted)}${requests}`);
  }
  return parts.join(' · ');
}

/** Load relative to this machine's calibrated ceiling for the same driver. */
function ceilingText({ client, throughputRps }: TrialResult): string {
  if (client.ceilingRps === null || client.ceilingRps <= 0) return 'no calibrated ceiling';
  const percent = Math.round((100 * throughputRps) / client.ceilingRps);
  return `${percent} % of this machine's calibrated ceiling of ${threeDigits(client.ceilingRps)} req/s`;
}

function clientText(trial: TrialResult): string {
  const { client } = trial;
  const workers = countOf(client.workers, 'worker');
  const busy = `busiest loop ${Math.round(client.eventLoopUtilization * 100)} %`;
  const cpu = `${groupDigits(client.cpuSeconds, 2)} s CPU`;
  return [
    workers,
    busy,
    cpu,
    `GC ${threeDigits(client.gcMs)} ms`,
    `lag ${threeDigits(client.lagMs)} ms`,
    ceilingText(trial),
  ].join(' · ');
}

function serverText(server: NonNullable<TrialResult['server']>): string {
  return [
    `${groupDigits(server.cpuSeconds, 2)} s CPU`,
    ...(server.eventLoopUtilization === null
      ? []
      : [`loop ${Math.round(server.eventLoopUtilization * 100)} %`]),
    `memory up to ${formatBytes(server.rssPeakBytes)}`,
    ...(server.heapPeakBytes === null ? [] : [`heap up to ${formatBytes(server.heapPeakBytes)}`]),
    ...(server.heapTotalPeakBytes === undefined
      ? []
      : [`of up to ${formatBytes(server.heapTotalPeakBytes)} allocated`]),
    ...(server.threadsPeak === undefined
      ? []
      : [`up to ${formatCount(server.threadsPeak)} threads`]),
  ].join(' · ');
}

function thresholdText(outcome: ThresholdOutcome, trial: TrialResult): string {
  const { rule, passed, actual, reason } = outcome;
  const value = `with ${actualText(rule, actual, workOf(trial))}`;
  const few = tooFewWords(outcome);
  if (few !== null) return `${rule}: no verdict ${value}, since ${few}`;
  return `${rule}: ${passed ? 'met' : 'missed'} ${reason ? `since ${reason}` : value}`;
}
