import { useAfterPaint } from '../../components/useAfterPaint.ts';
import { AnnotationsPanel } from './AnnotationsPanel.tsx';
import { AwaitedMachines } from './AwaitedMachines.tsx';
import { Counters } from './Counters.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { FailuresPanel } from './FailuresPanel.tsx';
import { HealthLine } from './HealthLine.tsx';
import { LiveNotes } from './LiveNotes.tsx';
import { LivePanel } from './LivePanel.tsx';
import { LogPanel } from './LogPanel.tsx';
import { NowLine } from './NowLine.tsx';
import { RoundsPanel } from './RoundsPanel.tsx';
import styles from './Run.module.css';
import { RunHeader } from './RunHeader.tsx';
import { RunNotices } from './RunNotices.tsx';
import { TrialsPanel } from './TrialsPanel.tsx';

/** The live instrument: current trial, progress, metrics, and all trials at a glance. */
export function Instrument() {
  // Five charts and a long table take longer than a click may wait.
  const painted = useAfterPaint();
  return (
    <div className={styles.view}>
      <RunHeader />
      <div className={styles.body}>
        <RunNotices />
        <AwaitedMachines />
        <section className={styles.now} aria-label="Now">
          <NowLine />
          <Counters />
          <HealthLine />
          <LiveNotes />
        </section>
        <div className={styles.split}>
          <LivePanel drawn={painted} />
          <div className={styles.side}>
            <DecisionPanel />
            <TrialsPanel drawn={painted} />
            {painted && <RoundsPanel />}
            {painted && <FailuresPanel />}
            {painted && <AnnotationsPanel />}
            {painted && <LogPanel />}
          </div>
        </div>
      </div>
    </div>
  );
}
