import {
  type ComparedTable,
  type OurFigure,
  ourFigureText,
  type PublishedDimension,
  type PublishedMarkKind,
  type PublishedPlace,
  type PublishedTable,
  type PublishedValue,
} from '../../contracts/published.ts';
import type { FigureTable } from './table.ts';

/** A published table as a study prints it: headings at the left and above. */
export interface TableGrid {
  /** Names of the headings on the left. */
  readonly rowNames: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Why figures are marked, by number from 1. */
  readonly footnotes: readonly Footnote[];
}

interface GridColumn {
  readonly key: string;
  readonly labels: readonly string[];
  /** Where columns have units of their own; empty otherwise. */
  readonly unit: string;
}

interface GridRow {
  readonly key: string;
  readonly labels: readonly string[];
  /** One for each column; null where the study has no figure. */
  readonly cells: readonly (GridCell | null)[];
}

export interface GridCell {
  readonly value: PublishedValue;
  readonly ours: OurFigure | null;
  /** Numbers of its footnotes. */
  readonly notes: readonly number[];
}

interface Footnote {
  readonly kind: PublishedMarkKind;
  readonly note: string;
}

const metricKey = 'metric';

/** The metrics as one more dimension, so that they can run across. */
function allDimensions(table: PublishedTable): PublishedDimension[] {
  const levels = table.metrics.map(({ key, name }) => ({ key, name }));
  return [...table.dimensions, { key: metricKey, name: 'Figure', levels }];
}

function publishedPlace({ at, metric }: PublishedValue): PublishedPlace {
  return { ...at, [metricKey]: metric };
}

/** The name of a level, and its place among the others; `after` all where it is none of them. */
function levelOf({ levels }: PublishedDimension, place: PublishedPlace, key: string) {
  const index = levels.findIndex((level) => level.key === place[key]);
  return { index: index < 0 ? levels.length : index, name: levels[index]?.name ?? '' };
}

interface Heading {
  readonly key: string;
  readonly labels: readonly string[];
  readonly order: readonly number[];
  readonly place: PublishedPlace;
}

/** Headings of some dimensions, in the table's order. */
function headings(table: PublishedTable, dimensions: readonly PublishedDimension[]): Heading[] {
  const found = new Map<string, Heading>();
  for (const value of table.values) {
    const place = publishedPlace(value);
    const levels = dimensions.map((one) => levelOf(one, place, one.key));
    const key = levels.map(({ index }) => index).join('/');
    if (found.has(key)) continue;
    const labels = levels.map(({ name }) => name);
    found.set(key, { key, labels, order: levels.map(({ index }) => index), place });
  }
  return [...found.values()].sort((a, b) => compareOrders(a.order, b.order));
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Lays a table out; `ours` runs parallel to its values, and is empty where there is none. */
export function tableGrid(
  table: PublishedTable,
  ours: readonly (OurFigure | null)[] = [],
): TableGrid {
  const dimensions = allDimensions(table);
  const isAcross = ({ key }: PublishedDimension) =>
    table.across.includes(key) || (key === metricKey && table.metrics.length > 1);
  const across = dimensions
    .filter(isAcross)
    .sort((a, b) => table.across.indexOf(a.key) - table.across.indexOf(b.key));
  const down = dimensions.filter((one) => !isAcross(one) && one.key !== metricKey);
  const columns = headings(table, across);
  const rows = headings(table, down);
  const footnotes: Footnote[] = [];
  const cells = new Map<string, GridCell>();
  table.values.forEach((value, index) => {
    const place = publishedPlace(value);
    const keyOf = (some: readonly PublishedDimension[]) =>
      some.map((one) => levelOf(one, place, one.key).index).join('/');
    const notes = value.marks.map((mark) => noteNumber(footnotes, mark));
    cells.set(`${keyOf(down)} ${keyOf(across)}`, { value, ours: ours[index] ?? null, notes });
  });
  const units = new Set(table.metrics.map(({ unit }) => unit));
  return {
    rowNames: down.map(({ name }) => name),
    columns: columns.map(({ key, labels, place }) => ({
      key,
      labels,
      unit: units.size > 1 ? unitOf(table, place) : '',
    })),
    rows: rows.map(({ key, labels }) => ({
      key,
      labels,
      cells: columns.map((column) => cells.get(`${key} ${column.key}`) ?? null),
    })),
    footnotes,
  };
}

function unitOf(table: PublishedTable, place: PublishedPlace): string {
  return table.metrics.find(({ key }) => key === place[metricKey])?.unit ?? '';
}

/** The number of a footnote, which is added when it is new. */
function noteNumber(footnotes: Footnote[], { kind, note }: Footnote): number {
  const found = footnotes.findIndex((one) => one.note === note);
  if (found >= 0) return found + 1;
  footnotes.push({ kind, note });
  return footnotes.length;
}

/** The unit that all figures of a table have; empty where they differ. */
export function commonUnit({ metrics }: Pick<PublishedTable, 'metrics'>): string {
  const units = new Set(metrics.map(({ unit }) => unit));
  return units.size === 1 ? (metrics[0]?.unit ?? '') : '';
}

/** The levels of a place in words, without those that are named apart. */
export function placeWords(table: PublishedTable, at: PublishedPlace, metric?: string): string {
  const levels = table.dimensions.flatMap((one) => levelOf(one, at, one.key).name || []);
  const name = table.metrics.find(({ key }) => key === metric)?.name;
  return [...levels, ...(table.metrics.length > 1 && name ? [name] : [])].join(' · ');
}

/** The published values with ours next to them, a row each. */
export function publishedFigureTable({ table, ours }: ComparedTable): FigureTable {
  const hasOurs = ours.some((one) => one !== null);
  const unit = commonUnit(table);
  return {
    caption: `${table.title} (${table.source})`,
    header: [
      ...table.dimensions.map(({ name }) => name),
      'Figure',
      'Unit',
      'Published',
      'As printed',
      ...(hasOurs ? ['Here', 'Here, lowest', 'Here, highest', 'Trials'] : []),
      'Marks',
    ],
    rows: table.values.map((value, index) => {
      const own = ours[index] ?? null;
      const metric = table.metrics.find(({ key }) => key === value.metric);
      return [
        ...table.dimensions.map((one) => levelOf(one, value.at, one.key).name),
        metric?.name ?? '',
        unit || (metric?.unit ?? ''),
        value.value,
        value.printed,
        ...(hasOurs
          ? [own?.value ?? null, own?.low ?? null, own?.high ?? null, own?.trials ?? null]
          : []),
        value.marks.map(({ kind, note }) => `${kind}: ${note}`).join(' '),
      ];
    }),
  };
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Numbers of footnotes as they follow a value. */
export function raisedNumbers(numbers: readonly number[]): string {
  const signs = numbers.map((one) =>
    [...String(one)].map((digit) => raised[Number(digit)]).join(''),
  );
  return signs.join(' ');
}

/** A published table in its study's form: `published / here` in each cell, marks by number. */
export function studyFormTable({ table, ours }: ComparedTable): FigureTable {
  const grid = tableGrid(table, ours);
  const unit = commonUnit(table);
  const named = (labels: readonly string[], own: string) =>
    [labels.join(' '), own || unit].filter((part) => part !== '').join(', ');
  return {
    caption: `${table.title} (${table.source})`,
    header: [...grid.rowNames, ...grid.columns.map((one) => named(one.labels, one.unit))],
    rows: grid.rows.map(({ labels, cells }) => [...labels, ...cells.map(formCell)]),
  };
}

function formCell(cell: GridCell | null): string | null {
  if (!cell) return null;
  const { value, ours, notes } = cell;
  return `${value.printed}${raisedNumbers(notes)} / ${ours ? ourFigureText(ours) : '–'}`;
}

/** Whether an experiment file names published tables: a key at the top of its text. */
export function namesStudy(text: string): boolean {
  return /^["']?study["']?\s*:/m.test(text) || /^\s*\{[\s\S]*"study"\s*:/.test(text);
}
