import { type RefObject, useMemo, useState } from 'react';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import type { Crossover, Saturation } from '../../../../contracts/result.ts';
import { levelDigits, levelWords } from '../../../../metrics/levels.ts';
import { titleOfCurves } from '../../../../metrics/saturation-curves.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import type { FigureState } from '../../../charts/figure.ts';
import { HowFacts } from '../../../charts/HowComputed.tsx';
import { curveLook } from '../../../charts/look.ts';
import { SaturationChart } from '../../../charts/SaturationChart.tsx';
import { type AxisRange, useZoom } from '../../../charts/zoom.ts';
import { Panel } from '../../../components/Panel.tsx';
import { SaveCsvButton } from '../../../components/SaveCsvButton.tsx';
import { type CrossoverRow, certainCrossings } from '../../../data/crossovers.ts';
import { doubtNotes } from '../../../data/doubtNotes.ts';
import { howSaturation } from '../../../data/how.ts';
import {
  readsBetterLogarithmic,
  type SaturationRow,
  saturationChoices,
  saturationRows,
  saturationSummary,
  saturationTable,
} from '../../../data/saturation.ts';
import { Picker } from '../Picker.tsx';
import styles from '../Result.module.css';
import { SaturationTable } from './SaturationTable.tsx';
import { saturationColumns } from './saturationColumns.ts';
import { setSaturation } from './setSaturation.ts';

interface SaturationPanelProps {
  readonly saturations: readonly Saturation[];
  readonly crossovers: readonly Crossover[];
  readonly trials: readonly TrialResult[];
  readonly origin: string;
  readonly taken: RefObject<FigureState | null>;
}

/** Where a ramp, a ladder or a search saturated: curves, the law that fits them, and the reasons. */
export function SaturationPanel(props: SaturationPanelProps) {
  const { saturations, crossovers, trials, origin, taken } = props;
  const rows = useMemo(() => saturationRows(saturations, trials), [saturations, trials]);
  const { shapes, repetitions } = saturationChoices(rows);
  const [wantedShape, setShape] = useState<string | null>(null);
  const [wantedRepetition, setRepetition] = useState(1);
  const shape = shapes.find((one) => one === wantedShape) ?? shapes[0] ?? '';
  const repetition = repetitions.find((one) => one === wantedRepetition) ?? repetitions[0] ?? 1;
  const shown = useMemo(
    () =>
      rows.filter(
        ({ saturation }) => saturation.cell.shape === shape && saturation.repetition === repetition,
      ),
    [rows, shape, repetition],
  );
  const crossings = useMemo(() => certainCrossings(crossovers, shape), [crossovers, shape]);
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Saturation"
      note="where throughput stops rising or requests begin to fail"
      actions={
        <div className={styles.pickers}>
          <Picker label="Shape" value={shape} values={shapes} onChange={setShape} />
          {repetitions.length > 1 && (
            <Picker
              label="Repetition"
              value={String(repetition)}
              values={repetitions.map(String)}
              onChange={(value) => setRepetition(Number(value))}
            />
          )}
          <SaveCsvButton
            name={`${origin} saturation`}
            columns={saturationColumns(rows)}
            rows={rows}
          />
        </div>
      }
    >
      <SaturationFigure
        rows={shown}
        crossings={crossings}
        title={titleOfCurves(saturations, shape, repetition)}
        origin={origin}
        taken={taken}
      />
      <SaturationTable rows={shown} />
    </Panel>
  );
}

interface FigureProps {
  readonly rows: readonly SaturationRow[];
  readonly crossings: readonly CrossoverRow[];
  readonly title: string;
  readonly origin: string;
  readonly taken: RefObject<FigureState | null>;
}

function SaturationFigure({ rows, crossings, title, origin, taken }: FigureProps) {
  const legend = useMemo(() => rows.map(({ series }) => curveLook(series)), [rows]);
  const zoom = useZoom(useMemo(() => levelZoom(rows), [rows]));
  const axes = useMemo(
    () => [
      { key: 'level', name: 'level', log: readsBetterLogarithmic(rows) },
      { key: 'value', name: 'values', log: false },
    ],
    [rows],
  );
  return (
    <ChartFrame
      title={title}
      unit="requests/s"
      better="higher"
      summary={saturationSummary(title, rows)}
      legend={legend}
      height={420}
      grow={620}
      minPlot={300}
      table={() => saturationTable(title, rows)}
      origin={origin}
      taken={taken}
      footnotes={footnotes(rows, crossings.length > 0)}
      how={<HowFacts facts={howOf(rows)} />}
      axes={axes}
      zoom={zoom}
      draw={(area) => (
        <SaturationChart
          rows={rows}
          crossings={crossings}
          zoom={zoom}
          {...area}
          {...(area.print ? {} : { onPick: pick })}
        />
      )}
    />
  );
}

/** All measured levels, to zoom into. */
function levelZoom(rows: readonly SaturationRow[]) {
  const of = rows[0]?.saturation.of ?? 'users';
  const levels = rows.flatMap(({ saturation }) => saturation.curve.map(({ level }) => level));
  const whole: AxisRange = [0, Math.max(1, ...levels)];
  const format = (level: number) => levelDigits(Number(level.toPrecision(3)));
  return { axis: levelWords(of).header, unit: of === 'rate' ? 'requests/s' : '', whole, format };
}

function howOf(rows: readonly SaturationRow[]) {
  const rounds = rows.reduce((sum, { saturation }) => sum + saturation.curve.length, 0);
  const fitted = rows.some(({ usl }) => usl !== null);
  return howSaturation(rounds, rows.length, fitted);
}

function pick({ saturation }: SaturationRow, { level }: { readonly level: number }): void {
  void setSaturation(saturation, level);
}

/** How to read the marks, as far as there are any, and which figures need caution. */
function footnotes(rows: readonly SaturationRow[], crosses: boolean): string[] {
  const has = (test: (row: SaturationRow) => unknown) => rows.some(test);
  const judged = rows.map(({ series, verdict }) => ({ label: series.label, verdict }));
  return [
    ...(has(({ point }) => point) ? ['Ring: saturation point; a second ring: set by hand.'] : []),
    ...(has(({ saturation }) => saturation.knee) ? ['Diamond: knee (Kneedle).'] : []),
    ...(has(({ usl }) => usl) ? ['Thin dashes: Universal Scalability Law, fitted.'] : []),
    ...(crosses
      ? ['Cross: curves of throughput cross, over all repetitions; its bar is the 95 % interval.']
      : []),
    ...doubtNotes(judged),
  ];
}
