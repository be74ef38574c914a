import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedTableSchema } from '../../contracts/published.ts';
import { type StudyName, studyNames, studyTables } from '../../contracts/studies.ts';
import { fillIn, readDescription } from './source.ts';
import { publishedStudies, publishedTable, publishedTables } from './tables.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const numbersOf = (study: StudyName): Json =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/published/${study}.json`, import.meta.url), 'utf8'),
  );

/** Every number of a document by its JSON pointer, and the texts that replace one. */
function leaves(value: Json, at = ''): (readonly [string, number | string])[] {
  if (typeof value === 'number') return [[at, value]];
  if (typeof value === 'string') return at.endsWith('AsPrinted') ? [[at, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${at}/${key}`));
}

/** Numbers that identify a value's place and are not values: they are among its levels. */
const coordinate = /\/discovery\/\d+\/clients$|^\/(performance|energy)\/\d+\/requests$/;

const near = (list: ReturnType<typeof publishedTables>[number]['values'], at: string) =>
  list.filter(({ from }) => from.startsWith(`${at.slice(0, at.lastIndexOf('/'))}/`));

it('has the 16 and the 8 cases in which ISEP’s tests found Protobuf ahead', () => {
  const casesOf = (kind: string) =>
    readDescription('isep-2025')
      .tables.filter(({ id }) => id.startsWith(kind))
      .flatMap(({ decisions }) => decisions?.found.split(', ').filter(Boolean) ?? []);
  expect(casesOf('performance-')).toHaveLength(16);
  expect(casesOf('energy-')).toHaveLength(8);
});

describe.each(studyNames)('the published tables of %s', (study) => {
  const tables = publishedTables(study);
  const document = leaves(numbersOf(study)).filter(([at]) => at !== '/year');
  const values = tables.flatMap((table) => table.values);
  const settings = tables.flatMap((table) => table.settings.flatMap(({ from }) => from));

  it('have the ids that experiments use, and follow the contract', () => {
    expect(tables.map(({ id }) => id)).toEqual(studyTables[study]);
    for (const table of tables) expect(publishedTableSchema.parse(table)).toEqual(table);
  });

  it('contain every number of the file exactly once, and no other', () => {
    const wanted = document.map(([at]) => at).filter((at) => !coordinate.test(at));
    expect([...values.map(({ from }) => from), ...settings].sort()).toEqual(wanted.sort());
  });

  it('are equal to the file, cell for cell', () => {
    const numbers = new Map(document);
    for (const { from, value, printed } of values) {
      const found = numbers.get(from);
      if (typeof found === 'string') {
        expect(printed).toBe(found);
        expect(value).toBe(found.startsWith('<') ? null : Number(found));
      } else expect(value).toBe(found);
    }
  });

  it('have decisions of tests in cases that they have', () => {
    for (const { id, decisions, ours } of readDescription(study).tables) {
      if (!decisions) continue;
      const { where, found, dimension } = decisions;
      const cases = found.split(', ').filter((one) => one !== '');
      const own = tables.find((table) => table.id === id);
      const places = own?.values.map(({ at }) => fillIn(where, (key) => at[key] ?? null));
      expect(places).toEqual(expect.arrayContaining(cases));
      expect(ours?.pairs).toContain(dimension);
    }
  });

  it('print the numbers that they contain', () => {
    for (const { value, printed } of values) {
      if (value === null) continue;
      const digits = /-?\d+(\.\d+)?/.exec(printed.replaceAll(',', '').replace('−', '-'))?.[0];
      expect(Number(digits)).toBe(value);
    }
  });

  it('have the file’s labels of the numbers among their levels', () => {
    for (const [at, value] of document.filter(([one]) => coordinate.test(one))) {
      const key = at.endsWith('clients') ? 'clients' : 'requests';
      const found = near(values, at).filter((one) => one.at[key] !== undefined);
      expect(found.length).toBeGreaterThan(0);
      for (const one of found) expect(one.at[key]).toBe(String(value));
    }
  });

  it('have at most one value in a place, at levels of their dimensions', () => {
    for (const table of tables) {
      const places = table.values.map(({ at, metric }) => JSON.stringify([at, metric]));
      expect(new Set(places).size).toBe(places.length);
      const keys = table.dimensions.map(({ key }) => key).sort();
      for (const { at, metric } of table.values.slice(0, 500)) {
        expect(Object.keys(at).sort()).toEqual(keys);
        for (const { key, levels } of table.dimensions) {
          expect(levels.map((level) => level.key)).toContain(at[key]);
        }
        expect(table.metrics.map((one) => one.key)).toContain(metric);
      }
      for (const key of table.across) expect(['metric', ...keys]).toContain(key);
    }
  });
});

/** Of every value its table, levels, metric, text, marks and pointer, in order. */
const digests: Readonly<Record<StudyName, string>> = {
  'kth-2023': '9d6b7ad8bc4757ed',
  'kth-2024': 'e8acb8128a481cfd',
  'isep-2025': '554acb2fa1c5955d',
  'edinburgh-2022': '991df2c6a24e9c2f',
  'vu-2020': '53e7b59423dfb144',
};

it.each(studyNames)('the values of %s keep their places, as printed', (study) => {
  const lines = publishedTables(study).flatMap(({ id, dimensions, values }) =>
    values.map(({ at, metric, printed, marks, from }) => {
      const levels = dimensions.map(({ key }) => at[key]);
      return [id, ...levels, metric, printed, ...marks.map(({ kind }) => kind), from].join(' ');
    }),
  );
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  expect(digest.slice(0, 16)).toBe(digests[study]);
});

describe('marks', () => {
  it('flag every row of the energy tables whose values contradict each other', () => {
    for (const table of publishedTables('isep-2025')) {
      if (!table.id.startsWith('energy-')) continue;
      for (const least of table.values.filter(({ metric }) => metric === 'minJ')) {
        const rest = table.values.filter(
          ({ at, metric }) =>
            !['minJ', 'joulesPerRequest'].includes(metric) &&
            JSON.stringify(at) === JSON.stringify(least.at),
        );
        const impossible = rest.some(({ value }) => (value ?? 0) < (least.value ?? 0));
        expect([least.at, least.marks.length > 0]).toEqual([least.at, impossible]);
      }
    }
  });

  it('each have a reason', () => {
    const all = studyNames.flatMap((study) =>
      publishedTables(study).flatMap(({ values }) => values),
    );
    for (const { marks } of all) for (const { note } of marks) expect(note).toMatch(/^.{20,}\.$/);
  });
});

describe('publishedStudies', () => {
  it('describe each study, without the values', () => {
    const studies = publishedStudies();
    expect(studies.map(({ name }) => name)).toEqual(studyNames);
    for (const { about, tables } of studies) {
      expect(about.length).toBeGreaterThan(100);
      expect(tables.every(({ figures }) => figures > 0)).toBe(true);
    }
  });

  it('can be found by id', () => {
    expect(publishedTable('vu-2020', 'response-times')?.figures).toBe(20);
    expect(publishedTable('vu-2020', 'none')).toBeNull();
  });
});
