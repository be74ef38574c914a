import { useMemo } from 'react';
import type { WatchedMachine } from '../../contracts/watched.ts';
import { threeDigits } from '../../metrics/format.ts';
import type { FigureTable } from '../data/table.ts';
import { type WatchedStrip, watchedStrips } from '../data/watchedSeries.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { TimeCursor } from './cursor.ts';
import { HowFacts } from './HowComputed.tsx';
import { LineChart } from './LineChart.tsx';
import { dashes, ink, type LegendItem } from './look.ts';
import styles from './TimeStrips.module.css';

interface WatchedStripsProps {
  readonly machine: WatchedMachine;
  /** In seconds, as for the strips of the trial. */
  readonly domain: readonly [number, number];
  readonly measuredFrom: number | null;
  readonly cursor: TimeCursor;
  readonly origin: string;
}

/** CPU, memory and network of a monitored machine, over the time of the trial. */
export function WatchedStrips({ machine, ...props }: WatchedStripsProps) {
  const strips = useMemo(() => watchedStrips(machine), [machine]);
  const times = useMemo(() => machine.points.map(({ at }) => at), [machine]);
  if (strips.length === 0) return null;
  return (
    <div className={styles.strips}>
      {strips.map((strip, place) => (
        <div key={strip.key} className={styles.strip} data-figure="cpu">
          <Strip {...props} strip={strip} times={times} isLast={place === strips.length - 1} />
        </div>
      ))}
    </div>
  );
}

interface StripProps extends Omit<WatchedStripsProps, 'machine'> {
  readonly strip: WatchedStrip;
  readonly times: readonly number[];
  readonly isLast: boolean;
}

function Strip({ strip, times, isLast, domain, measuredFrom, cursor, origin }: StripProps) {
  const { title, unit, series, how } = strip;
  const looks = useMemo(() => series.map(lookOf), [series]);
  return (
    <ChartFrame
      dense
      title={title}
      unit={unit}
      better={null}
      summary={`${title} over time, in ${unit}. “Show data” lists the values.`}
      legend={looks}
      draw={({ width, height, hidden, print }) => {
        const shown = series.flatMap((one, place) => {
          const look = looks[place];
          return look && !hidden.has(one.key) ? [{ one, look }] : [];
        });
        return (
          <LineChart
            width={width}
            height={height}
            times={times}
            series={shown.map(({ one }) => one)}
            looks={shown.map(({ look }) => look)}
            domain={domain}
            measuredFrom={measuredFrom}
            floor={1}
            format={threeDigits}
            cursor={cursor}
            warmUpLabel={print}
            timeLabels={print || isLast}
          />
        );
      }}
      table={() => tableOf(strip, times)}
      origin={origin}
      how={<HowFacts facts={how} />}
    />
  );
}

/** The machine itself is a solid line; its selected processes are dashed. */
function lookOf({ key, label }: WatchedStrip['series'][number], place: number): LegendItem {
  const dash = dashes[place % dashes.length] ?? '0';
  const color = place === 0 ? ink.title : ink.text;
  return { key, label, color, marker: null, dash, width: 1.5, fill: 'solid', named: true };
}

function tableOf({ title, unit, series }: WatchedStrip, times: readonly number[]): FigureTable {
  return {
    caption: title,
    header: ['Time (s)', ...series.map(({ label }) => `${label} (${unit})`)],
    rows: times.map((at, index) => [at, ...series.map(({ values }) => values[index] ?? null)]),
  };
}
