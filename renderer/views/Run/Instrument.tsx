import { Panel } from '../../components/Panel.tsx';
import { Counters } from './Counters.tsx';
import { LivePanel } from './LivePanel.tsx';
import { NowLine } from './NowLine.tsx';
import styles from './Run.module.css';
import { RunHeader } from './RunHeader.tsx';
import { RunNotices } from './RunNotices.tsx';
import { TrialGrid } from './TrialGrid.tsx';

/** The live instrument: what runs, how far it is, what it measures, and all trials at a glance. */
export function Instrument() {
  return (
    <div className={styles.view}>
      <RunHeader />
      <div className={styles.body}>
        <RunNotices />
        <section className={styles.now} aria-label="Now">
          <NowLine />
          <Counters />
        </section>
        <div className={styles.split}>
          <LivePanel />
          <Panel title="Trials" note="throughput, requests/s" padded={false}>
            <TrialGrid />
          </Panel>
        </div>
      </div>
    </div>
  );
}
