import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, type ReactNode, type RefObject } from 'react';
import { ChartTools } from './ChartTools.tsx';
import styles from './charts.module.css';
import type { ChartFrameProps, FigureState, LogAxis } from './figure.ts';
import { ZoomControl, ZoomReset } from './ZoomControl.tsx';
import type { Zoom } from './zoom.ts';

interface ChartHeadProps extends Pick<ChartFrameProps, 'title' | 'unit' | 'better'> {
  /** Id of the element with the title, which labels the figure. */
  readonly id: string;
  readonly dense: boolean;
  readonly explained: boolean;
  readonly latest: RefObject<FigureState>;
  /** Keys of the logarithmic axes. */
  readonly log: ReadonlySet<string>;
  readonly onSwitchLog: (key: string, log: boolean) => void;
  readonly axes: readonly LogAxis[];
  readonly zoom: Zoom | undefined;
  /** Between the title and the tools, such as the legend of a dense figure. */
  readonly children: ReactNode;
}

/** Title and tools of a figure; not rendered again for each new point of a live figure. */
export const ChartHead = memo(function ChartHead(props: ChartHeadProps) {
  const { title, unit, dense, log, axes, zoom } = props;
  return (
    <div className={styles.head}>
      <span className={styles.title} id={props.id} title={title}>
        {title}
      </span>
      {dense && unit !== title.toLowerCase() && <span className={styles.unit}>{unit}</span>}
      {!dense && <Better better={props.better} />}
      {props.children}
      <div className={styles.tools}>
        {zoom && <ZoomReset zoom={zoom} />}
        {axes.map((axis) => (
          <LogToggle
            key={axis.key}
            axis={axis}
            alone={axes.length === 1}
            log={log.has(axis.key)}
            onSwitch={props.onSwitchLog}
          />
        ))}
        {zoom && <ZoomControl zoom={zoom} />}
        <ChartTools latest={props.latest} explained={props.explained} />
      </div>
    </div>
  );
});

function Better({ better }: { better: 'higher' | 'lower' | null }) {
  if (!better) return null;
  const Icon = better === 'higher' ? IconArrowUp : IconArrowDown;
  return (
    <span className={styles.better} title={`${better} is better`}>
      <Icon size={12} stroke={1.8} aria-hidden />
      <b>{better}</b> <span>is better</span>
    </span>
  );
}

interface LogToggleProps {
  readonly axis: LogAxis;
  /** Whether the figure has no other axis to switch. */
  readonly alone: boolean;
  readonly log: boolean;
  readonly onSwitch: (key: string, log: boolean) => void;
}

/** Switches an axis between linear and logarithmic. */
function LogToggle({ axis, alone, log, onSwitch }: LogToggleProps) {
  return (
    <button
      type="button"
      className={styles.logToggle}
      aria-pressed={log}
      aria-label={`log ${axis.name}`}
      title={`Logarithmic axis of ${axis.name}`}
      onClick={() => onSwitch(axis.key, !log)}
    >
      {alone ? 'log' : `log ${axis.name}`}
    </button>
  );
}
