import { memo, useEffect, useRef } from 'react';
import type { LogLine } from '../../../contracts/engine-api.ts';
import { formatExactTime } from '../../../metrics/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import styles from './Log.module.css';
import runStyles from './Run.module.css';
import { useRun } from './runStore.ts';

const none: readonly LogLine[] = [];

/** What happened in the run so far; it stays at its end while that is in view. */
export function LogPanel() {
  const lines = useRun((state) => state.progress?.log ?? none);
  const list = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const newest = lines.at(-1);
  useEffect(() => {
    const { current } = list;
    if (current && newest && atEnd.current) current.scrollTop = current.scrollHeight;
  }, [newest]);
  const follow = () => {
    const { current } = list;
    if (!current) return;
    atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < 24;
  };
  if (lines.length === 0) return null;
  return (
    <Panel title="Log" padded={false} className={runStyles.log ?? ''}>
      <ScrollRegion className={styles.scroll} label="Log, scrollable" ref={list} onScroll={follow}>
        <ol className={styles.lines} aria-label="Log">
          {lines.map((line) => (
            <Line key={`${line.at} ${line.text}`} line={line} />
          ))}
        </ol>
      </ScrollRegion>
    </Panel>
  );
}

const Line = memo(
  function Line({ line: { at, text, bad } }: { line: LogLine }) {
    return (
      <li className={styles.line} data-bad={bad || undefined}>
        <time className={styles.time} dateTime={at}>
          {formatExactTime(at, 'second')}
        </time>
        <span className={styles.words}>{text}</span>
      </li>
    );
  },
  (before, after) => before.line.text === after.line.text && before.line.at === after.line.at,
);
