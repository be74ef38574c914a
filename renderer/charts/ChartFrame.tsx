import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ChartTools } from './ChartTools.tsx';
import styles from './charts.module.css';
import type { ChartFrameProps, FigureState, LogAxis } from './figure.ts';
import { Legend } from './Legend.tsx';
import { LogToggle } from './LogToggle.tsx';
import { useSize } from './useSize.ts';
import { ZoomControl, ZoomReset } from './ZoomControl.tsx';

export type { ChartFrameProps, DrawArea, LogAxis } from './figure.ts';

/** A chart with its title, legend, axes to choose and the ways to take it away: picture, vector file, figures. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, legend, dense = false, footnotes = [], zoom } = props;
  const titleId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => setHidden((old) => toggled(old, key)), []);
  const [log, switchLog] = useLogAxes(props.axes ?? none);
  const state: FigureState = { ...props, hidden, log };
  const latest = useRef<FigureState>(state);
  useEffect(() => {
    latest.current = state;
  });
  const items = legend.length > 1 && <Legend items={legend} hidden={hidden} onToggle={toggle} />;
  return (
    <figure className={styles.figure} aria-labelledby={titleId} data-dense={dense || undefined}>
      <div className={styles.head}>
        <span className={styles.title} id={titleId}>
          {title}
        </span>
        {dense && props.unit !== title.toLowerCase() && (
          <span className={styles.unit}>{props.unit}</span>
        )}
        {!dense && <Better better={props.better} />}
        {dense && items}
        <div className={styles.tools}>
          {zoom && <ZoomReset zoom={zoom} />}
          {props.axes?.map((axis) => (
            <LogToggle
              key={axis.key}
              axis={axis}
              alone={props.axes?.length === 1}
              log={log.has(axis.key)}
              onSwitch={switchLog}
            />
          ))}
          {zoom && <ZoomControl zoom={zoom} />}
          <ChartTools latest={latest} explained={props.how !== undefined} />
        </div>
      </div>
      {!dense && items}
      <Plot {...state} />
      {footnotes.length > 0 && <div className={styles.footnote}>{footnotes.join(' ')}</div>}
    </figure>
  );
}

const none: readonly LogAxis[] = [];

/** Which axes are logarithmic: as they begin, until the reader says otherwise. */
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

function Better({ better }: { better: 'higher' | 'lower' | null }) {
  if (!better) return null;
  const Icon = better === 'higher' ? IconArrowUp : IconArrowDown;
  return (
    <span className={styles.better} title={`${better} is better`}>
      <Icon size={12} stroke={1.8} aria-hidden />
      {better} <span>is better</span>
    </span>
  );
}

function Plot({ draw, height, grow, summary, hidden, log }: FigureState) {
  const [ref, size] = useSize<HTMLDivElement>();
  const style = height === undefined ? {} : { height: heightOf(height, grow), flex: 'none' };
  return (
    <div className={styles.plot} style={style} role="img" aria-label={summary} ref={ref}>
      {size.width > 0 && size.height > 0 && draw({ ...size, hidden, log, print: false })}
    </div>
  );
}

/** A wide plot is higher as well, so that slopes stay readable. */
function heightOf(height: number, grow: number | undefined): number | string {
  return grow === undefined ? height : `clamp(${height}px, 46cqw, ${grow}px)`;
}
