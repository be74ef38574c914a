import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { TrialProgress } from '../../../contracts/engine-api.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { protocolStyle } from '../../app/protocols.ts';
import { rpsDigits } from '../../components/format.ts';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import { levelDigits, levelWords } from '../../data/loadLevel.ts';
import {
  type CellState,
  cellState,
  type MatrixRow,
  type TrialMatrix,
  trialMatrix,
} from '../../data/matrix.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

const none: readonly TrialProgress[] = [];

/** All trials of the run: shapes and levels down, protocols across, filled as they finish. */
export function TrialGrid() {
  const trials = useRun((state) => state.progress?.trials ?? none);
  const matrix = useMemo(() => trialMatrix(trials), [trials]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
    <section className={styles.gridScroll} aria-label="Trials, scrollable" tabIndex={0}>
      <table className={styles.grid} aria-label="Trials">
        <thead>
          <tr>
            <th scope="col">Shape</th>
            {matrix.of !== null && (
              <th scope="col" className={styles.gridUsers}>
                {levelWords(matrix.of).header}
              </th>
            )}
            {matrix.detailed && <th scope="col">Variant</th>}
            {matrix.protocols.map((protocol) => (
              <th key={protocol} scope="col" className={styles.gridProtocol}>
                <span className={styles.gridHead}>
                  <ProtocolMarker protocol={protocol} /> {protocolStyle(protocol).label}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.rows.map((row) => (
            <GridRow key={row.key} row={row} matrix={matrix} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const GridRow = memo(function GridRow({ row, matrix }: { row: MatrixRow; matrix: TrialMatrix }) {
  return (
    <tr data-first={row.first || undefined}>
      <th scope="row" className={styles.gridShape}>
        <span className={row.first ? '' : styles.repeated}>{row.shape}</span>
      </th>
      {matrix.of !== null && (
        <td className={styles.gridUsers}>
          <span className={row.firstOfLevel ? '' : styles.repeated}>
            {row.level === null ? '' : levelDigits(row.level)}
          </span>
        </td>
      )}
      {matrix.detailed && <td className={styles.gridVariant}>{row.detail}</td>}
      {row.cells.map((trials, index) => {
        const protocol = matrix.protocols[index] ?? 'rest';
        return <GridCell key={protocol} trials={trials} protocol={protocol} />;
      })}
    </tr>
  );
});

interface GridCellProps {
  readonly trials: readonly TrialProgress[];
  readonly protocol: Protocol;
}

function GridCell({ trials, protocol }: GridCellProps) {
  const state = cellState(trials);
  const ref = useRef<HTMLTableCellElement>(null);
  const running = state.status === 'running';
  useEffect(() => {
    if (running) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [running]);
  if (trials.length === 0) return <td className={styles.gridNone} />;
  const measured = state.throughputRps !== null;
  const style = measured ? { background: protocolStyle(protocol).softColor } : {};
  return (
    <td ref={ref} className={styles.gridCell} data-status={state.status} style={style}>
      <CellContent state={state} />
    </td>
  );
}

function CellContent({ state }: { state: CellState }) {
  const figure = state.throughputRps === null ? '' : rpsDigits(state.throughputRps);
  const ended = state.status === 'completed' || state.status === 'waiting';
  return (
    <span className={styles.gridValue}>
      {state.verdict !== 'ok' && <VerdictMark state={state} />}
      {state.total > 1 && state.done > 0 && state.done < state.total && (
        <span className={styles.gridCount}>
          {state.done}/{state.total}
        </span>
      )}
      {figure}
      {!ended && (figure === '' || state.status !== 'running') && (
        <span className={styles.gridWord}>{state.status}</span>
      )}
      {figure === '' && state.status === 'waiting' && <Waiting />}
    </span>
  );
}

function Waiting() {
  return (
    <span className={styles.waiting}>
      <span aria-hidden>·</span>
      <VisuallyHidden>waiting</VisuallyHidden>
    </span>
  );
}

function VerdictMark({ state }: { state: CellState }) {
  const words = [state.verdict, ...state.reasons].join(': ');
  return (
    <Tooltip label={words} multiline maw={280}>
      <IconAlertTriangle
        size={13}
        stroke={1.9}
        className={state.verdict === 'suspect' ? styles.warn : styles.bad}
        role="img"
        aria-label={words}
      />
    </Tooltip>
  );
}
