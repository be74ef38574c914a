import { SegmentedControl, Select } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CellCurve, CellOfRun, ComparedRun } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { capital, type Work } from '../../../contracts/work.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { type Curve, curveWords } from '../../charts/curve.ts';
import { PercentileChart } from '../../charts/PercentileChart.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { cellLabels } from '../../data/compareLabels.ts';
import { refKey } from '../../data/compareRows.ts';
import { curveAt, drawnPercentiles, sharePosition } from '../../data/percentiles.ts';
import type { FigureTable } from '../../data/table.ts';
import { engine } from '../../transport/engine.ts';
import styles from './Compare.module.css';
import { curveLooks } from './curveLooks.ts';

/** Maximum number of curves in a readable figure. */
const maxCurves = 9;

interface ComparedCurvesProps {
  /** Subject of the curves, at the end of the title: `, rest · small`. */
  readonly what: string;
  readonly counts: readonly Work[];
  /** The baseline first. */
  readonly refs: readonly CellOfRun[];
  readonly runs: readonly ComparedRun[];
  /** Cells to choose from, if only one is shown at a time. */
  readonly choices?: readonly CellOfRun[];
  readonly chosen?: string;
  readonly onChoose?: (key: string) => void;
}

/** Overlaid percentile curves, each of all trials of its cell. */
export function ComparedCurves(props: ComparedCurvesProps) {
  const { runs, choices = [], chosen, onChoose } = props;
  const { percentiles, latency } = curveWords(props.counts.map((counts) => ({ counts })));
  const title = `${percentiles}${props.what}`;
  const [log, setLog] = useState(true);
  const refs = useMemo(() => props.refs.slice(0, maxCurves), [props.refs]);
  return (
    <Panel
      title={percentiles}
      note="all trials of a cell together"
      actions={
        <>
          {onChoose && choices.length > 1 && (
            <CellSelect choices={choices} value={chosen ?? null} onChange={onChoose} />
          )}
          <SegmentedControl
            aria-label={`${capital(latency)} axis`}
            data={['Logarithmic', 'Linear']}
            value={log ? 'Logarithmic' : 'Linear'}
            onChange={(value) => setLog(value === 'Logarithmic')}
          />
        </>
      }
    >
      <Curves title={title} refs={refs} runs={runs} log={log} />
      {props.refs.length > maxCurves && (
        <p className={styles.quiet}>
          The first {maxCurves} of {props.refs.length} curves.
        </p>
      )}
    </Panel>
  );
}

interface CellSelectProps {
  readonly choices: readonly CellOfRun[];
  readonly value: string | null;
  readonly onChange: (key: string) => void;
}

/** One entry for each cell of any run. */
function CellSelect({ choices, value, onChange }: CellSelectProps) {
  const label = cellLabels(choices.map(({ cell }) => cell));
  const byCell = new Map(choices.map((ref) => [describeCell(ref.cell), ref]));
  const current = choices.find((ref) => refKey(ref) === value);
  return (
    <Select
      aria-label="Cell of the curves"
      w={220}
      searchable
      allowDeselect={false}
      data={[...byCell].map(([name, { cell }]) => ({ value: name, label: label(cell) }))}
      value={current ? describeCell(current.cell) : null}
      onChange={(name) => {
        const ref = name === null ? undefined : byCell.get(name);
        if (ref) onChange(refKey(ref));
      }}
    />
  );
}

interface CurvesProps {
  readonly title: string;
  readonly refs: readonly CellOfRun[];
  readonly runs: readonly ComparedRun[];
  readonly log: boolean;
}

function Curves({ title, refs, runs, log }: CurvesProps) {
  const queries = useQueries({
    queries: refs.map((ref) => ({
      queryKey: ['compare', 'curve', refKey(ref)],
      queryFn: () => engine.compare.curve(ref),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const failed = queries.find(({ error }) => error);
  if (failed) {
    const retry = () => queries.forEach((query) => void query.refetch());
    return (
      <FailedState title="The curves could not be read" error={failed.error} onRetry={retry} />
    );
  }
  const answers = queries.flatMap(({ data }) => data ?? []);
  if (answers.length < refs.length) return <LoadingState label="Reading the curves" rows={6} />;
  const curves = shaped(refs, runs, answers);
  const words = curveWords(curves);
  return (
    <ChartFrame
      title={title}
      unit="ms"
      better="lower"
      summary={`${title}: the ${words.measure} that each share of the ${words.many} did not exceed, for ${curves.map(({ look }) => look.label).join('; ')}.`}
      legend={curves.map(({ look }) => look)}
      height={300}
      table={() => curveTable(title, curves)}
      footnotes={[`${trialsNote(answers)} The wide line is the baseline.`]}
      origin="Wirebench comparison"
      draw={(area) => (
        <PercentileChart curves={curves} {...area} log={new Set(log ? ['latency'] : [])} />
      )}
    />
  );
}

function shaped(
  refs: readonly CellOfRun[],
  runs: readonly ComparedRun[],
  answers: readonly CellCurve[],
): Curve[] {
  return curveLooks(refs, runs).flatMap((look, index) => {
    const answer = answers[index];
    return answer
      ? [{ look, points: drawnPercentiles(answer.curve, answer.requests), counts: answer.counts }]
      : [];
  });
}

function trialsNote(answers: readonly CellCurve[]): string {
  const counts = answers.map(({ trials }) => trials);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const trials = least === most ? `${most}` : `${least} to ${most}`;
  return `Histograms of ${trials} ${most === 1 ? 'trial' : 'trials'} of each cell, added.`;
}

const shares = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999];

function curveTable(title: string, curves: readonly Curve[]): FigureTable {
  return {
    caption: title,
    header: [
      `Share of ${curveWords(curves).many} (%)`,
      ...curves.map(({ look }) => `${look.label} (ms)`),
    ],
    rows: shares.map((share) => [
      Number((100 * share).toFixed(1)),
      ...curves.map(({ points }) => curveAt(points, sharePosition(share))),
    ]),
  };
}
