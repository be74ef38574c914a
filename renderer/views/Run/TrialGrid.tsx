import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TrialProgress } from '../../../contracts/engine-api.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { defaultProtocol } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { cellLevelText, levelDigits, levelOf, levelWords } from '../../../metrics/levels.ts';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import {
  type CellMetric,
  type CellState,
  cellState,
  type MatrixRow,
  type TrialMatrix,
  trialMatrix,
} from '../../data/matrix.ts';
import { tipText } from '../../data/tipLines.ts';
import { protocolStyle } from '../../look/protocols.ts';
import { TrialDetail } from '../../panels/trial/TrialDetail.tsx';
import { metricDigits, metricWords } from './metrics.ts';
import styles from './Run.module.css';
import { RunningBar } from './RunningBar.tsx';
import { useRun } from './runStore.ts';

const none: readonly TrialProgress[] = [];

interface TrialGridProps {
  readonly metric: CellMetric;
}

/** All trials of the run: shapes and levels down, protocols across, filled as they finish. */
export function TrialGrid({ metric }: TrialGridProps) {
  const trials = useRun((state) => state.progress?.trials ?? none);
  const name = useRun((state) => state.progress?.name ?? '');
  const matrix = useMemo(() => trialMatrix(trials), [trials]);
  const [opened, setOpened] = useState<TrialResult | null>(null);
  const close = useCallback(() => setOpened(null), []);
  return (
    <>
      <Matrix matrix={matrix} metric={metric} onOpen={setOpened} />
      {opened && <TrialDetail trial={opened} origin={name} onClose={close} />}
    </>
  );
}

interface MatrixProps {
  readonly matrix: TrialMatrix;
  readonly metric: CellMetric;
  readonly onOpen: (trial: TrialResult) => void;
}

const Matrix = memo(function Matrix({ matrix, metric, onOpen }: MatrixProps) {
  return (
    <ScrollRegion className={styles.gridScroll} label="Trials, scrollable">
      <table
        className={styles.grid}
        aria-label="Trials"
        data-no-levels={matrix.of === null || undefined}
      >
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
            <GridRow key={row.key} row={row} matrix={matrix} metric={metric} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
});

const GridRow = memo(function GridRow({
  row,
  matrix,
  metric,
  onOpen,
}: MatrixProps & { row: MatrixRow }) {
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
        const protocol = matrix.protocols[index] ?? defaultProtocol;
        return (
          <GridCell
            key={protocol}
            trials={trials}
            protocol={protocol}
            metric={metric}
            onOpen={onOpen}
          />
        );
      })}
    </tr>
  );
});

interface GridCellProps {
  readonly trials: readonly TrialProgress[];
  readonly protocol: Protocol;
  readonly metric: CellMetric;
  readonly onOpen: (trial: TrialResult) => void;
}

function GridCell({ trials, protocol, metric, onOpen }: GridCellProps) {
  const state = cellState(trials);
  const ref = useRef<HTMLTableCellElement>(null);
  const running = state.status === 'running';
  useEffect(() => {
    if (running) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [running]);
  if (trials.length === 0) return <td className={styles.gridNone} />;
  const measured = state.throughputRps.value !== null;
  const style = measured ? { background: protocolStyle(protocol).softColor } : {};
  return (
    <td ref={ref} className={styles.gridCell} data-status={state.status} style={style}>
      <Opener latest={state.latest} onOpen={onOpen}>
        <CellContent state={state} metric={metric} />
      </Opener>
      {running && <RunningBar />}
    </td>
  );
}

interface OpenerProps {
  /** The trial to show; null if none has ended yet. */
  readonly latest: TrialResult | null;
  readonly onOpen: (trial: TrialResult) => void;
  readonly children: ReactNode;
}

/** Makes the content of a cell open its trial. */
function Opener({ latest, onOpen, children }: OpenerProps) {
  if (!latest) return children;
  const { cell } = latest;
  const level = levelOf(cell) === null ? [] : [cellLevelText(cell)];
  const words = [protocolStyle(cell.protocol).label, cell.shape, ...level].join(', ');
  return (
    <button type="button" className={styles.gridOpen} onClick={() => onOpen(latest)}>
      {children}
      <VisuallyHidden>{` figures of ${words}`}</VisuallyHidden>
    </button>
  );
}

function CellContent({ state, metric }: { state: CellState; metric: CellMetric }) {
  const counts = useRun((run) => run.progress?.counts ?? 'requests');
  const figure = metricDigits(state, metric);
  const ended = state.status === 'completed' || state.status === 'waiting';
  return (
    <span className={styles.gridValue}>
      {state.verdict !== 'ok' && <VerdictMark state={state} />}
      {state.total > 1 && state.done > 0 && state.done < state.total && (
        <span className={styles.gridCount}>
          {state.done}/{state.total}
        </span>
      )}
      {figure !== '' && (
        <span>
          {figure}
          <VisuallyHidden>{` ${metricWords(metric, counts).unit}`}</VisuallyHidden>
        </span>
      )}
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
  const words = tipText([`${state.verdict}: ${state.reasons[0] ?? ''}`, ...state.reasons.slice(1)]);
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
