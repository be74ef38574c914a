import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const design = fileURLToPath(new URL('../../docs/design.md', import.meta.url));

const rows = readFileSync(design, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, files, by] = /^\| (`[A-Z].*?`) \|.*\| (SVG|Recharts) \|/.exec(line) ?? [];
    return [...(files ?? '').matchAll(/\w+/g)].map(([name]) => ({ name, by }));
  });

const sourceOf = (name: string) => readFileSync(`${folder}${name}.tsx`, 'utf8');

it('the table of renderers of charts names existing charts', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const { name } of rows) expect(existsSync(`${folder}${name}.tsx`), name).toBe(true);
});

it('the table of renderers of charts has exactly the charts drawn by Recharts in that column', () => {
  const drawn = readdirSync(folder)
    .filter((file) => file.endsWith('.tsx') && sourceOf(file.slice(0, -4)).includes(`'recharts'`))
    .map((file) => file.slice(0, -4));
  const listed = rows.filter(({ by }) => by === 'Recharts').map(({ name }) => name);
  expect(listed.sort()).toEqual(drawn.sort());
});

it('the table of renderers of charts has every chart', () => {
  const charts = readdirSync(folder)
    .filter((file) => /(?:Chart|Plot|Bars)\.tsx$/.test(file))
    .map((file) => file.slice(0, -4));
  const named = rows.map(({ name }) => name);
  // Only adds interaction to a chart of the table.
  const around = ['ColumnChart', 'PercentileChart'];
  expect(charts.filter((chart) => !named.includes(chart))).toEqual(around);
});
