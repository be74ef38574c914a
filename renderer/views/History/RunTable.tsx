import { type CSSProperties, useEffect, useRef } from 'react';
import { useWindowedRows } from '../../components/useWindowedRows.ts';
import styles from './History.module.css';
import { useHistory } from './historyStore.ts';
import { RunTableHead } from './RunTableHead.tsx';
import { RunRow } from './row/RunRow.tsx';
import { useRowFocus } from './useRowFocus.ts';
import type { Read } from './useRuns.ts';

const rowHeight = 58;
/** A row takes about two milliseconds to render, and all rows change at each keystroke of a search. */
const drawAll = 50;

interface RunTableProps {
  readonly read: Read;
  /** Called with the visible rows, whenever they change. */
  readonly onVisible: (rows: { start: number; end: number }) => void;
}

/** A table that renders only visible runs, and holds only the runs around them. */
export function RunTable({ read, onVisible }: RunTableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const asked = useHistory((state) => state.asked);
  const chosen = useHistory((state) => state.chosen);
  const shown = useWindowedRows(viewport, read.matching, rowHeight, drawAll);
  const focus = useRowFocus(viewport, read.matching, rowHeight);
  useEffect(
    () => onVisible({ start: shown.start, end: shown.end }),
    [onVisible, shown.start, shown.end],
  );
  // Another query starts at the top.
  useEffect(() => {
    viewport.current?.scrollTo(0, 0);
  }, [asked]);
  const tabStop = Math.min(
    Math.max(focus.active, shown.start),
    Math.max(shown.start, shown.end - 1),
  );
  const newestFirst = asked.sort === 'started' && asked.descending;
  const rows = Array.from({ length: shown.end - shown.start }, (_none, at) => shown.start + at);
  return (
    <div
      className={styles.viewport}
      ref={viewport}
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <table
        className={styles.runs}
        aria-label={newestFirst ? 'Runs, newest first' : 'Runs'}
        aria-rowcount={read.matching + 1}
      >
        <RunTableHead asked={asked} chosen={chosen.size} matching={read.matching} />
        <tbody onKeyDown={focus.onKeyDown}>
          <Filler height={shown.before} />
          {rows.map((index) => (
            <RunRow
              key={index}
              run={read.runs[index - read.offset]}
              index={index}
              isTabStop={index === tabStop}
              isChosen={chosen.has(read.runs[index - read.offset]?.id ?? '')}
              onFocus={focus.setActive}
              tags={read.tags}
            />
          ))}
          <Filler height={shown.after} />
        </tbody>
      </table>
    </div>
  );
}

function Filler({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr className={styles.filler} aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}
