import { z } from 'zod';
import type {
  PublishedDimension,
  PublishedHead,
  PublishedPlace,
  PublishedStudy,
  PublishedTable,
  PublishedValue,
} from '../../contracts/published.ts';
import { type StudyName, studyNames } from '../../contracts/studies.ts';
import type {
  DescribedDimension,
  DescribedTable,
  StudyDescription,
} from '../../contracts/study-description.ts';
import { type Matching, matchingOf } from './matching.ts';
import { type Choices, type Found, follow, startOf } from './pointers.ts';
import { fillIn, type Json, readDescription, readNumbers } from './source.ts';

/** A published table, and how runs are compared with it; null if nothing can be compared. */
export interface ReadTable {
  readonly table: PublishedTable;
  readonly matching: Matching | null;
}

/** A study with its tables, in the study's order. */
export interface ReadStudy {
  readonly study: PublishedStudy;
  readonly tables: readonly ReadTable[];
}

/** Description of the study in every file of published numbers. */
const factsSchema = z.object({
  title: z.string(),
  author: z.string(),
  institution: z.string(),
  year: z.number().int(),
  machine: z.string(),
});

const known = new Map<StudyName, ReadStudy>();

/**
 * Each study is read once: its files are part of the program.
 * @throws z.ZodError, SyntaxError or RangeError when one of the study's two files is damaged.
 */
export function readStudy(name: StudyName): ReadStudy {
  const study = known.get(name) ?? studyFrom(name, readNumbers(name), readDescription(name));
  known.set(name, study);
  return study;
}

/** The tables that a description makes of numbers. @throws as {@link readStudy}. */
export function studyFrom(
  name: StudyName,
  numbers: Json,
  { label, about, dimensions, tables: described }: StudyDescription,
): ReadStudy {
  const facts = factsSchema.parse(numbers);
  const tables = described.map((one) => {
    const own = one.dimensions.map((dimension) =>
      typeof dimension === 'string'
        ? { key: dimension, ...(dimensions[dimension] ?? { name: dimension }) }
        : dimension,
    );
    const { head, values } = readTable(one, own, numbers);
    const table = { study: name, machine: facts.machine, ...head, figures: values.length, values };
    return { table, matching: matchingOf(one, table, numbers) };
  });
  const heads = tables.map(({ table: { values: _, ...head } }) => head);
  return { study: { name, label, about, ...facts, tables: heads }, tables };
}

/** All published tables of a study, in the order of `studyTables`. */
export function publishedTables(study: StudyName): PublishedTable[] {
  return readStudy(study).tables.map(({ table }) => table);
}

/** @returns null when the study has no such table. */
export function publishedTable(study: StudyName, id: string): PublishedTable | null {
  return publishedTables(study).find((table) => table.id === id) ?? null;
}

export function publishedStudies(): PublishedStudy[] {
  return studyNames.map((name) => readStudy(name).study);
}

/** A dimension under its key in a table. */
type Dimension = DescribedDimension & { readonly key: string };

function readTable(described: DescribedTable, dimensions: readonly Dimension[], numbers: Json) {
  const { id, title, source, metrics, across, notes, claims, rows, figures } = described;
  const levels = metrics.map(({ key, name, field }) => ({ key, name, data: field ?? key }));
  const choices: Choices = {
    ...Object.fromEntries(dimensions.map((dimension) => [dimension.key, dimension])),
    metric: { levels },
  };
  const values = follow(startOf(numbers), rows, choices).flatMap((row) =>
    figures.flatMap((one) =>
      follow(row, one.from, choices).flatMap((found) =>
        readValue(found, one, described, dimensions),
      ),
    ),
  );
  const head: Omit<PublishedHead, 'study' | 'machine' | 'figures'> = {
    id,
    title,
    source,
    metrics: metrics.map(({ field: _, ...metric }) => metric),
    dimensions: dimensions.map((one) => withLevels(one, values)),
    across,
    settings: described.settings.map((setting) => settingOf(setting, numbers)),
    notes,
    claims,
  };
  return { head, values };
}

/** A value as the study printed it; undefined if the description leaves it out. */
function readValue(
  { value, pointer, facts, at: onTheWay }: Found,
  figures: DescribedTable['figures'][number],
  { id, metrics, marks }: DescribedTable,
  dimensions: readonly Dimension[],
): PublishedValue[] {
  const metric = figures.metric ?? onTheWay.metric ?? metrics[0]?.key ?? '';
  const at = Object.fromEntries(
    dimensions.map((dimension): [string, string] => {
      const { key, field = key, levels } = dimension;
      const word = facts[field];
      const level = levels ? levels.find(({ data }) => data === word)?.key : word;
      const found = onTheWay[key] ?? figures.at[key] ?? level;
      if (found === undefined) throw new RangeError(`${id}: no ${key} for the number ${pointer}`);
      return [key, found];
    }),
  );
  const known = { ...facts, ...at, metric };
  if (!fits(known, figures.where)) return [];
  const text = typeof value === 'number' ? numberText(value, figures) : String(value);
  return [
    {
      at,
      metric,
      value: typeof value === 'number' ? value : text.startsWith('<') ? null : Number(text),
      printed: fillIn(figures.printed, (word) => (word === 'value' ? text : null)),
      marks: marks
        .filter((mark) => fits(known, mark.at))
        .map(({ kind, note }) => ({
          kind,
          note: fillIn(note, (word) => (word === 'value' ? text : null)),
        })),
      from: pointer,
    },
  ];
}

/** Whether a value has one of the words of every condition. */
function fits(known: PublishedPlace, condition: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(condition).every(([key, words]) => words.includes(known[key] ?? ''));
}

function numberText(
  value: number,
  { decimals, grouped }: Pick<DescribedTable['figures'][number], 'decimals' | 'grouped'>,
): string {
  const plain = decimals === undefined ? String(value) : value.toFixed(decimals);
  return (grouped ? value.toLocaleString('en-GB') : plain).replace('-', '−');
}

/** A dimension without described levels has those of the values: ascending numbers, then words. */
function withLevels(
  { key, name, levels }: Dimension,
  values: readonly PublishedValue[],
): PublishedDimension {
  if (levels)
    return { key, name, levels: levels.map((level) => ({ key: level.key, name: level.name })) };
  const found = [...new Set(values.map(({ at }) => at[key] ?? ''))];
  const rank = (level: string) =>
    Number.isNaN(Number(level)) ? Number.POSITIVE_INFINITY : Number(level);
  const sorted = found.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return { key, name, levels: sorted.map((level) => ({ key: level, name: level })) };
}

/** A setting with the numbers that its value points to. */
function settingOf({ name, value }: DescribedTable['settings'][number], numbers: Json) {
  const from: string[] = [];
  const text = fillIn(value, (pointer) => {
    const found = follow(startOf(numbers), pointer, {});
    from.push(...found.map((one) => one.pointer));
    return found.map((one) => Number(one.value).toLocaleString('en-GB')).join(', ');
  });
  return { name, value: text, from };
}
