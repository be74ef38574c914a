import { protocolFacts, protocolNames } from '../../contracts/protocols.ts';
import {
  type ComparedTable,
  drawnHeight,
  drawnUnit,
  type OurFigure,
  type PublishedDimension,
  type PublishedMetric,
  type PublishedPlace,
} from '../../contracts/published.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { differInTrust } from './columns.ts';
import { logScale, type Scale, zeroScale } from './ticks.ts';

/** Our columns with the published figures beside them, of one metric of a table. */
export interface PublishedFigure {
  readonly metric: PublishedMetric;
  readonly series: readonly PublishedSeries[];
  readonly groups: readonly PublishedGroup[];
  readonly isLog: boolean;
}

export interface PublishedSeries {
  readonly key: string;
  readonly label: string;
  /** Whose colour and marker it has; null for one of its own. */
  readonly protocol: Protocol | null;
}

interface PublishedGroup {
  /** A line for each heading. */
  readonly labels: readonly string[];
  /** One for each series. */
  readonly columns: readonly (PublishedColumn | null)[];
}

export interface PublishedColumn {
  readonly published: number;
  readonly printed: string;
  readonly ours: OurFigure | null;
  /** Heights in the chart. */
  readonly drawn: {
    readonly published: number;
    readonly ours: Pick<OurFigure, 'value' | 'low' | 'high'> | null;
  };
}

const seriesKeys = ['protocol', 'format', 'against', 'database'];
/** Formats have the colours of the first protocols that carry them. */
const carriers: Readonly<Record<string, Protocol>> = Object.fromEntries(
  [...protocolNames].reverse().map((name) => [protocolFacts[name].encoding, name]),
);
/** Figures that lie further apart than this are drawn on a logarithmic axis. */
const widest = 30;

/** Groups the figures of a metric; groups of which we have nothing are left out. */
export function publishedFigure(
  { table, ours }: ComparedTable,
  metric: PublishedMetric,
): PublishedFigure {
  const across = table.dimensions.find(({ key }) => seriesKeys.includes(key));
  const rest = table.dimensions.filter((one) => one !== across);
  const series = seriesOf(across, metric);
  const groups = new Map<string, { labels: string[]; columns: (PublishedColumn | null)[] }>();
  table.values.forEach((value, index) => {
    if (value.metric !== metric.key || value.value === null) return;
    const labels = rest.map((one) => shortName(one, value.at));
    const key = labels.join('/');
    const group = groups.get(key) ?? { labels, columns: series.map(() => null) };
    groups.set(key, group);
    const at = series.findIndex((one) => !across || one.key === value.at[across.key]);
    const { value: published, printed } = value;
    const own = ours[index] ?? null;
    group.columns[at] = { published, printed, ours: own, drawn: heights(metric, published, own) };
  });
  const shown = [...groups.values()].filter(({ columns }) => columns.some((one) => one?.ours));
  const figure = { metric, series, groups: shown };
  const values = valuesOf(figure);
  return { ...figure, isLog: Math.max(...values) / Math.min(...values) > widest };
}

function heights(
  metric: PublishedMetric,
  published: number,
  ours: OurFigure | null,
): PublishedColumn['drawn'] {
  const height = (value: number) => drawnHeight(metric, value);
  return {
    published: height(published),
    ours: ours && {
      value: height(ours.value),
      low: height(ours.low),
      high: height(ours.high),
    },
  };
}

function seriesOf(
  across: PublishedDimension | undefined,
  metric: PublishedMetric,
): PublishedSeries[] {
  if (!across) return [{ key: metric.key, label: metric.name, protocol: null }];
  return across.levels.map(({ key, name }) => ({
    key,
    label: name,
    protocol: protocols.find((one) => one === key) ?? carriers[key] ?? null,
  }));
}

/** The first words of a level's name: text after a colon or a comma explains it. */
function shortName({ key, levels, name }: PublishedDimension, at: PublishedPlace): string {
  const level = levels.find((one) => one.key === at[key])?.name ?? '';
  const [first = level] = level.split(/[:,] /);
  return first === 'with' || first === 'without' ? `${first} ${name.toLowerCase()}` : first;
}

function valuesOf({ groups }: Pick<PublishedFigure, 'groups'>): number[] {
  return groups.flatMap(({ columns }) =>
    columns.flatMap((one) =>
      one ? [one.drawn.published, ...(one.drawn.ours ? [one.drawn.ours.value] : [])] : [],
    ),
  );
}

/** The axis of values. */
export function publishedScale(figure: PublishedFigure, ticks: number): Scale {
  const values = valuesOf(figure);
  const most = Math.max(...values);
  return figure.isLog ? logScale(Math.min(...values) / 2, most) : zeroScale(most, ticks);
}

/** Text alternative of the figure. */
export function publishedSummary({ metric, series, groups }: PublishedFigure): string {
  const lines = groups.map(({ labels, columns }) => {
    const parts = columns.flatMap((column, index) => {
      if (!column) return [];
      const here = column.ours ? `, ${column.ours.text} here` : '';
      return [`${series[index]?.label ?? ''} ${column.printed} published${here}`];
    });
    return `${labels.join(' ')}: ${parts.join('; ')}`;
  });
  return `${metric.name} in ${metric.unit}, published and here. ${lines.join('. ')}.`;
}

/** Notes for reading the chart, a sentence each. */
export function publishedNotes({ isLog, metric, groups }: PublishedFigure): string[] {
  return [
    'Columns: here. Open markers: published, another machine.',
    ...doubtNote(groups),
    ...(drawnUnit(metric) === metric.unit
      ? []
      : ['Changes are drawn as what they leave: −55 % stands at 45 %.']),
    ...(isLog ? ['The axis is logarithmic.'] : []),
  ];
}

/** What the hatched columns are, or that all are alike. */
function doubtNote(groups: PublishedFigure['groups']): string[] {
  const verdicts = groups.flatMap(({ columns }) =>
    columns.flatMap((one) => one?.ours?.verdict ?? []),
  );
  const doubted = [...new Set(verdicts.filter((verdict) => verdict !== 'ok'))];
  if (doubted.length === 0) return [];
  const which = differInTrust(verdicts) ? 'Hatched' : 'All columns';
  return [`${which}: ${doubted.join(' or ')}, so the client may be what was measured.`];
}
