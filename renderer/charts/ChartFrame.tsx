import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconFileTypeSvg,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { FigureTable } from '../data/table.ts';
import { ChartData } from './ChartData.tsx';
import styles from './charts.module.css';
import { Legend } from './Legend.tsx';
import type { LegendItem } from './look.ts';
import type { Picture } from './picture.ts';
import { savePng, saveSvg } from './savePicture.ts';
import { useSize } from './useSize.ts';

/** The room a chart is drawn in; `print` is true in exported pictures. */
export interface DrawArea {
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  readonly print: boolean;
}

export interface ChartFrameProps {
  /** Names the figure, on screen and for assistive technology. */
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower' | null;
  /** What the chart shows, in a sentence; its text alternative. */
  readonly summary: string;
  readonly legend: readonly LegendItem[];
  readonly draw: (area: DrawArea) => ReactNode;
  /** Makes the figures behind the chart when they are asked for. */
  readonly table: () => FigureTable;
  /** Pixels; without it the chart fills its frame. */
  readonly height?: number;
  /** For figures over time: the legend stands beside the title, and the unit as well. */
  readonly dense?: boolean;
  /** How to read the figures and what limits their worth; a line each in saved pictures. */
  readonly footnotes?: readonly string[];
  /** What saved pictures name as their origin, such as the run. */
  readonly origin: string;
}

/** A chart with its title, legend and the ways to take it away: picture, vector file, figures. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, legend, dense = false, footnotes = [] } = props;
  const titleId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => setHidden((old) => toggled(old, key)), []);
  // Live charts get new figures four times a second; the tools read the latest only when used.
  const latest = useRef<WithHidden>({ ...props, hidden });
  useEffect(() => {
    latest.current = { ...props, hidden };
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
        <Tools latest={latest} />
      </div>
      {!dense && items}
      <Plot {...props} hidden={hidden} />
      {footnotes.length > 0 && <div className={styles.footnote}>{footnotes.join(' ')}</div>}
    </figure>
  );
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
    <span className={styles.better}>
      <Icon size={12} stroke={1.8} aria-hidden />
      {better} is better
    </span>
  );
}

type WithHidden = ChartFrameProps & { readonly hidden: ReadonlySet<string> };

function Plot({ draw, height, summary, hidden }: WithHidden) {
  const [ref, size] = useSize<HTMLDivElement>();
  const style = height === undefined ? {} : { height, flex: 'none' };
  return (
    <div className={styles.plot} style={style} role="img" aria-label={summary} ref={ref}>
      {size.width > 0 && size.height > 0 && draw({ ...size, hidden, print: false })}
    </div>
  );
}

const Tools = memo(function Tools({ latest }: { latest: RefObject<WithHidden> }) {
  const [data, setData] = useState<FigureTable | null>(null);
  return (
    <div className={styles.tools}>
      <Tool label="Show data" icon={IconTable} onClick={() => setData(latest.current.table())} />
      <Tool
        label="Save PNG"
        icon={IconPhoto}
        onClick={() => void savePng(pictureOf(latest.current))}
      />
      <Tool
        label="Save SVG"
        icon={IconFileTypeSvg}
        onClick={() => void saveSvg(pictureOf(latest.current))}
      />
      {data && <ChartData table={data} onClose={() => setData(null)} />}
    </div>
  );
});

/** Names the time axis of saved pictures; on screen the clock says enough. */
const timeWords = 'time in minutes and seconds from the start of the trial';

function pictureOf(props: WithHidden): Picture {
  const { title, unit, better, hidden, legend, origin, draw, dense = false } = props;
  return {
    title,
    subtitle: [dense && unit, better && `${better} is better`, dense && timeWords]
      .filter((words) => typeof words === 'string')
      .join(' · '),
    footnotes: [...(props.footnotes ?? []), origin],
    legend: legend.length > 1 ? legend.filter(({ key }) => !hidden.has(key)) : [],
    draw: (width, height) => draw({ width, height, hidden, print: true }),
  };
}

interface ToolProps {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={24} onClick={onClick}>
        <Icon size={15} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
