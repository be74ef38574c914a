import { useCallback, useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ChartHead } from './ChartHead.tsx';
import styles from './charts.module.css';
import { type ChartFrameProps, type FigureState, type LogAxis, Provenance } from './figure.ts';
import { Legend } from './Legend.tsx';
import { plotHeight } from './picture.ts';
import { useSize } from './useSize.ts';

export type { ChartFrameProps, DrawArea, LogAxis } from './figure.ts';

/** A chart with its title, legend, axis switches and exports: PNG, SVG, values. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, legend, dense = false, footnotes = noNotes, axes = none, zoom, taken } = props;
  const titleId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => setHidden((old) => toggled(old, key)), []);
  const [log, switchLog] = useLogAxes(axes);
  const provenance = useContext(Provenance);
  const state: FigureState = { ...props, hidden, log, provenance };
  const latest = useRef<FigureState>(state);
  useLayoutEffect(() => {
    latest.current = state;
    if (!taken) return;
    taken.current = state;
    return () => {
      taken.current = null;
    };
  });
  const items = useMemo(
    () => legend.length > 1 && <Legend items={legend} hidden={hidden} onToggle={toggle} />,
    [legend, hidden, toggle],
  );
  return (
    <figure className={styles.figure} aria-labelledby={titleId} data-dense={dense || undefined}>
      <ChartHead
        id={titleId}
        title={title}
        unit={props.unit}
        better={props.better}
        dense={dense}
        explained={props.how !== undefined}
        latest={latest}
        log={log}
        onSwitchLog={switchLog}
        axes={axes}
        zoom={zoom}
      >
        {dense && items}
      </ChartHead>
      {!dense && items}
      <Plot {...state} />
      {footnotes.length > 0 && <div className={styles.footnote}>{footnotes.join(' ')}</div>}
    </figure>
  );
}

const none: readonly LogAxis[] = [];
const noNotes: readonly string[] = [];

/** Which axes are logarithmic: the defaults, until the reader changes them. */
function useLogAxes(
  axes: readonly LogAxis[],
): [ReadonlySet<string>, (key: string, log: boolean) => void] {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const keys = axes.filter(({ key, log }) => chosen[key] ?? log).map(({ key }) => key);
  const joined = keys.join(' ');
  const log = useMemo(() => new Set(joined === '' ? [] : joined.split(' ')), [joined]);
  const choose = useCallback(
    (key: string, on: boolean) => setChosen((old) => ({ ...old, [key]: on })),
    [],
  );
  return [log, choose];
}

function toggled(old: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(old);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Assumed size of a plot in pixels until it is laid out. */
const defaultWidth = 640;

function Plot({ draw, over, height, grow, summary, hidden, log }: FigureState) {
  const [ref, size] = useSize<HTMLDivElement>();
  const style =
    height === undefined
      ? {}
      : { height: heightOf(plotHeight(height, size.width || defaultWidth), grow), flex: 'none' };
  const area = { ...size, hidden, log, print: false };
  const drawn = size.width > 0 && size.height > 0;
  const plot = (
    <div className={styles.plot} style={style} role="img" aria-label={summary} ref={ref}>
      {drawn && draw(area)}
    </div>
  );
  if (!over) return plot;
  return (
    <div className={styles.layers}>
      {plot}
      {drawn && over(area)}
    </div>
  );
}

/** A wide plot is also higher, so that slopes stay readable. */
function heightOf(height: number, grow: number | undefined): number | string {
  return grow === undefined ? height : `clamp(${height}px, 46cqw, ${grow}px)`;
}
