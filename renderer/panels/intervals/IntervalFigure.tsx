import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ComparedMetric } from '../../../contracts/compare.ts';
import { testsOf, testsText } from '../../../metrics/comparisons.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { IntervalChart, intervalChartHeight } from '../../charts/IntervalChart.tsx';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { type ComparedRow, chartSummary, rowName } from '../../data/compareRows.ts';
import type { FigureTable } from '../../data/table.ts';
import styles from './Intervals.module.css';

interface IntervalFigureProps {
  readonly title: string;
  readonly metric: ComparedMetric;
  readonly better: 'higher' | 'lower';
  readonly rows: readonly ComparedRow[];
  /** Notes on these rows. */
  readonly notes?: readonly string[];
  readonly table: () => FigureTable;
  readonly origin: string;
  readonly how?: ReactNode;
}

/** Maximum number of rows of a readable figure. */
const maxDrawn = 40;

/** Ratios to a baseline with their intervals, as a chart and in sentences. */
export function IntervalFigure({ rows, notes = [], ...figure }: IntervalFigureProps) {
  const drawn = rows.slice(0, maxDrawn);
  const height = (width: number) => intervalChartHeight(drawn, width);
  return (
    <div className={styles.figure}>
      <ChartFrame
        {...figure}
        unit="times the baseline"
        summary={chartSummary(figure.metric, drawn)}
        legend={[]}
        height={height}
        minPlot={height}
        footnotes={[...footnotes(rows), ...notes]}
        draw={(area) => <IntervalChart rows={drawn} {...area} />}
      />
      <WordsList rows={drawn} />
    </div>
  );
}

function footnotes(rows: readonly ComparedRow[]): string[] {
  const compared = rows.slice(0, maxDrawn).map((row) => row.compared);
  return [
    'Ratios of geometric means over trials, with 95 % intervals (Welch on logarithms).',
    'Filled: clear of 1. Dashed: may be chance.',
    ...(testsOf(compared) > 1 ? [`Corrected for ${testsText(compared)} (Holm).`] : []),
    ...(rows.length > maxDrawn
      ? [`The first ${maxDrawn} of ${rows.length} cells; the table has all.`]
      : []),
  ];
}

/** Each comparison in a sentence, with its caveats. */
function WordsList({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    <ScrollRegion className={styles.words} label="In words">
      <ul>
        {rows.map((row) => (
          <li key={row.key} data-finding={row.compared.finding}>
            <span className={styles.wordsName}>
              <ProtocolMarker protocol={row.pair.other.cell.protocol} />
              {rowName(row)}
            </span>
            <span className={styles.wordsText}>{sentence(row.compared.words)}</span>
            {row.pair.cautions.map((caution) => (
              <span key={caution} className={styles.caution}>
                <IconAlertTriangle size={12} stroke={1.8} aria-hidden />
                {caution}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
