import { capital, workWords } from '../../../contracts/work.ts';
import { formatCount, threeDigits } from '../../../metrics/format.ts';
import { Stat } from '../../components/Stat.tsx';
import { emptyHistory } from '../../data/liveHistory.ts';
import { tallyOutcomes } from '../../data/matrix.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

/** The current metrics during the run, and the totals afterwards. */
export function Counters() {
  const running = useRun((state) => state.progress?.status === 'running');
  return running ? <LiveCounters /> : <Outcome />;
}

/** Empty until the running trial has its first point: the last trial's values do not apply. */
function LiveCounters() {
  const history = useRun((state) => state.history);
  const current = useRun((state) => state.progress?.current ?? null);
  const counts = useRun((state) => state.progress?.counts ?? 'requests');
  const known = current === null || history.trial === current;
  const { last, ok, failed, dropped } = known ? history : emptyHistory;
  const rate = last?.rate ?? null;
  return (
    <div className={styles.counters} data-open={rate !== null || undefined}>
      <Stat
        label="Throughput"
        value={threeDigits(last?.throughputRps)}
        unit={workWords[counts].shortRate}
      />
      <Stat label="p50" value={threeDigits(last?.p50)} unit="ms" />
      <Stat label="p95" value={threeDigits(last?.p95)} unit="ms" />
      <Stat label="p99" value={threeDigits(last?.p99)} unit="ms" />
      {rate === null ? (
        <Stat label="Users" value={formatCount(last?.users)} />
      ) : (
        <Stat label="Wanted" value={threeDigits(rate)} unit="/s" />
      )}
      <Stat label="Succeeded" value={formatCount(ok)} />
      <Stat label="Failed" value={formatCount(failed)} tone={failed > 0 ? 'bad' : 'plain'} />
      {rate !== null && (
        <Stat label="Dropped" value={formatCount(dropped)} tone={dropped > 0 ? 'warn' : 'plain'} />
      )}
    </div>
  );
}

function Outcome() {
  const trials = useRun((state) => state.progress?.trials);
  const counts = useRun((state) => state.progress?.counts ?? 'requests');
  const tally = tallyOutcomes(trials ?? []);
  const counted = capital(workWords[counts].many);
  return (
    <div className={styles.outcome}>
      <Stat label="Completed trials" value={formatCount(tally.completed)} />
      <Stat
        label="Failed trials"
        value={formatCount(tally.failed)}
        tone={tally.failed > 0 ? 'bad' : 'plain'}
      />
      <Stat
        label="Suspect or client-bound"
        value={formatCount(tally.untrusted)}
        tone={tally.untrusted > 0 ? 'warn' : 'plain'}
      />
      <Stat label={`${counted} succeeded`} value={formatCount(tally.requests.ok)} />
      <Stat
        label={`${counted} failed`}
        value={formatCount(tally.requests.failed)}
        tone={tally.requests.failed > 0 ? 'bad' : 'plain'}
      />
    </div>
  );
}
