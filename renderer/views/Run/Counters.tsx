import { formatCount, msDigits, rpsDigits } from '../../components/format.ts';
import { Stat } from '../../components/Stat.tsx';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

/** The figures of this moment, and the requests of the trial so far. */
export function Counters() {
  const { last, ok, failed } = useRun((state) => state.history);
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
