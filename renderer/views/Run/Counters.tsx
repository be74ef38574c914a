import { formatCount, msDigits, rpsDigits } from '../../components/format.ts';
import { Stat } from '../../components/Stat.tsx';
import { tallyOutcomes } from '../../data/matrix.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

/** The figures of this moment while the run lasts, and what it left behind afterwards. */
export function Counters() {
  const running = useRun((state) => state.progress?.status === 'running');
  return running ? <LiveCounters /> : <Outcome />;
}

/** Empty until the trial that runs has its first point: the last trial's figures are not its. */
function LiveCounters() {
  const history = useRun((state) => state.history);
  const current = useRun((state) => state.progress?.current ?? null);
  const known = current === null || history.trial === current;
  const { last, ok, failed } = known ? history : { last: null, ok: 0, failed: 0 };
  return (
    <div className={styles.counters}>
      <Stat label="Throughput" value={rpsDigits(last?.throughputRps)} unit="req/s" />
      <Stat label="p50" value={msDigits(last?.p50)} unit="ms" />
      <Stat label="p95" value={msDigits(last?.p95)} unit="ms" />
      <Stat label="p99" value={msDigits(last?.p99)} unit="ms" />
      <Stat label="Users" value={formatCount(last?.users)} />
      <Stat label="Succeeded" value={formatCount(ok)} />
      <Stat label="Failed" value={formatCount(failed)} tone={failed > 0 ? 'bad' : 'plain'} />
    </div>
  );
}

function Outcome() {
  const trials = useRun((state) => state.progress?.trials);
  const tally = tallyOutcomes(trials ?? []);
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
      <Stat label="Requests succeeded" value={formatCount(tally.requests.ok)} />
      <Stat
        label="Requests failed"
        value={formatCount(tally.requests.failed)}
        tone={tally.requests.failed > 0 ? 'bad' : 'plain'}
      />
    </div>
  );
}
