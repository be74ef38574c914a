import { Panel } from '../../components/Panel.tsx';
import { useAfterPaint } from '../../components/useAfterPaint.ts';
import { Counters } from './Counters.tsx';
import { LivePanel } from './LivePanel.tsx';
import { NowLine } from './NowLine.tsx';
import { RoundsPanel } from './RoundsPanel.tsx';
import styles from './Run.module.css';
import { RunHeader } from './RunHeader.tsx';
import { RunNotices } from './RunNotices.tsx';
import { TrialGrid } from './TrialGrid.tsx';

/** The live instrument: what runs, how far it is, what it measures, and all trials at a glance. */
export function Instrument() {
  // Five charts and a long table take longer than a click may wait.
  const painted = useAfterPaint();
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
          <LivePanel drawn={painted} />
          <div className={styles.side}>
            <Panel title="Trials" note="throughput, requests/s" padded={false}>
              {painted && <TrialGrid />}
            </Panel>
            {painted && <RoundsPanel />}
          </div>
        </div>
      </div>
    </div>
  );
}
