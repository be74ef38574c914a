import {
  type ComparedTable,
  type OurFigure,
  ourFigureText,
  type PublishedComparison,
  type PublishedPair,
  type PublishedPlace,
  type PublishedTable,
} from '../../../contracts/published.ts';
import { directionWords, publishedReachWords } from '../../../contracts/published-judgement.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { plainRatio } from '../../../metrics/ratios.ts';
import { drawTable, printable, type TextColumn } from './table.ts';

/** A row of a table of values. */
export interface FigureLine {
  readonly levels: readonly string[];
  readonly metric: string;
  readonly published: string;
  readonly ours: string;
  /** The published value itself, where it is a number, and ours. */
  readonly value: number | null;
  readonly own: OurFigure | null;
  readonly marks: string;
}

/** A run compared with published tables, for the terminal; ends with a newline. */
export function drawPublished(comparison: PublishedComparison): string {
  const { run, study, tables, words } = comparison;
  const head = [
    `${study.label}: ${study.title} (${study.author}, ${study.institution}, ${study.year})`,
    `Published: ${study.machine}. A different machine from`,
    `here:      ${run.machine}.`,
    `Measured:  ${run.size}.`,
  ].map(printable);
  const parts = [head.join('\n'), ...tables.map(drawCompared), words];
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function drawCompared(compared: ComparedTable): string {
  const { table, pairs, notes } = compared;
  const { lines, footnotes } = figureLines(compared);
  const remarks = [...footnotes, ...table.notes.map(bullet), ...notes.map(bullet)];
  return [
    `${table.title} (${table.source})`,
    drawTable(figureColumns(table), lines).trimEnd(),
    ...remarks,
    ...(table.claims.length > 0 ? ['', 'The study says:', ...table.claims.map(bullet)] : []),
    ...(pairs.length > 0 ? ['', drawTable(pairTextColumns(compared), pairs).trimEnd()] : []),
  ].join('\n');
}

const bullet = (text: string) => `- ${printable(text)}`;

/** The columns of a table of values: levels, theirs, ours and marks. */
export function figureColumns(table: PublishedTable): TextColumn<FigureLine>[] {
  const units = new Set(table.metrics.map(({ unit }) => unit));
  const [unit = ''] = units.size === 1 ? units : [];
  return [
    ...table.dimensions.map(({ name }, index) => ({
      title: name,
      cell: ({ levels }: FigureLine) => levels[index] ?? '',
    })),
    ...(table.metrics.length > 1
      ? [{ title: 'Figure', cell: ({ metric }: FigureLine) => metric }]
      : []),
    {
      title: unit ? `published, ${unit}` : 'published',
      align: 'right',
      cell: (line) => line.published,
    },
    { title: 'here', align: 'right', cell: ({ ours }) => ours },
    { title: '', cell: ({ marks }) => marks },
  ];
}

/** The rows of a table for which we have values; all rows if we have none. */
export function figureLines({ table, ours }: ComparedTable) {
  const any = ours.some((one) => one !== null);
  const notes: string[] = [];
  const numberOf = (note: string) => {
    if (!notes.includes(note)) notes.push(note);
    return `[${notes.indexOf(note) + 1}]`;
  };
  const lines = table.values.flatMap((value, index): FigureLine[] => {
    const own = ours[index] ?? null;
    if (any && own === null) return [];
    const metric = table.metrics.find(({ key }) => key === value.metric);
    const marks = value.marks.map(({ kind, note }) => `${kind} ${numberOf(note)}`);
    return [
      {
        levels: levelsOf(table, value.at),
        metric: metric ? `${metric.name}, ${metric.unit}` : '',
        published: value.printed,
        ours: own ? ourFigureText(own) : '–',
        value: value.value,
        own,
        marks: marks.join(', '),
      },
    ];
  });
  return { lines, footnotes: notes.map((note, index) => `[${index + 1}] ${printable(note)}`) };
}

function levelsOf(table: PublishedTable, at: PublishedPlace): string[] {
  return table.dimensions.map(({ key, levels }) => {
    const level = at[key];
    return levels.find((one) => one.key === level)?.name ?? '';
  });
}

/** The place of a pair in its table: `Java · S`. */
export function placeOfPair(table: PublishedTable, { at, metric }: PublishedPair): string {
  const levels = levelsOf(table, at).filter((name) => name !== '');
  const name = table.metrics.find(({ key }) => key === metric)?.name ?? metric;
  return [...levels, ...(table.metrics.length > 1 ? [name] : [])].join(' · ');
}

/** The columns of a table of ratios, theirs and ours. */
export function pairTextColumns({ table, pairs }: ComparedTable): TextColumn<PublishedPair>[] {
  return [
    { title: 'where', cell: (pair) => placeOfPair(table, pair) },
    { title: 'ratio', cell: (pair) => pair.compared },
    { title: 'published', align: 'right', cell: (pair) => plainRatio(pair.published) },
    { title: 'here', align: 'right', cell: hereWords },
    { title: 'direction', cell: ({ direction }) => directionWords[direction] },
    { title: 'apart', align: 'right', cell: ({ factor }) => (factor ? apartWords(factor) : '–') },
    {
      title: 'published value',
      cell: ({ size, direction }) => publishedReachWords(size, direction),
    },
    ...(pairs.some(({ decision }) => decision !== null)
      ? [{ title: 'the study’s test', cell: ({ decision }: PublishedPair) => decision ?? '' }]
      : []),
    { title: 'trust', cell: trustWords },
  ];
}

function hereWords({ ours, interval }: PublishedPair): string {
  if (ours === null) return '–';
  if (!interval) return plainRatio(ours);
  return `${plainRatio(ours)} (${intervalText({ interval })})`;
}

function apartWords(factor: number): string {
  return `${plainRatio(factor >= 1 ? factor : 1 / factor)}×`;
}

function trustWords({ trust }: PublishedPair): string {
  if (!trust) return 'no figures';
  return trust.sound ? 'sound' : `in doubt: ${trust.doubts.join(', ')}`;
}
