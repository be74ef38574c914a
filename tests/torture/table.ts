import { markdownTable } from '../../scripts/bench/support/markdown.ts';
import type { KindReport, Row } from './kind.ts';

const grouped = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');
const outcomes = ['unharmed', 'reported', 'lost', 'broken'] as const;
const triesOf = (rows: readonly Row[], some: readonly (typeof outcomes)[number][] = outcomes) =>
  rows.reduce((sum, { counts }) => sum + some.reduce((all, one) => all + counts[one], 0), 0);

function cells(kind: string, what: string, rows: readonly Row[]): string[] {
  const counts = outcomes.map((one) => grouped(triesOf(rows, [one])));
  const [broken = ''] = counts.splice(-1);
  const marked = broken === '0' ? broken : `**${broken}**`;
  return [kind, what, grouped(triesOf(rows)), ...counts, marked];
}

/** The counts of all kinds: a line for each sort of try, and one for each kind. */
export function countsTable(reports: readonly KindReport[]): string {
  return markdownTable(
    ['kind', 'what', 'tries', ...outcomes],
    reports.flatMap(({ kind, rows }) => [
      ...rows.map((row) => cells(kind, row.what, [row])),
      ...(rows.length === 1 ? [] : [cells(`**${kind}**`, 'all', rows)]),
    ]),
  );
}

/** The tables of all kinds, each with its explanation. */
export function furtherTables(reports: readonly KindReport[]): string {
  return reports
    .flatMap(({ tables }) => tables)
    .map(({ about, head: titles, rows }) => `${about}\n\n${markdownTable(titles, rows)}`)
    .join('\n\n');
}

/** Maximum values, what could not be tried, and broken promises: a list. */
export function remarks(reports: readonly KindReport[]): string {
  return reports
    .flatMap(({ kind, measures, missing, breaches }) => [
      ...Object.entries(measures).map(([name, value]) => `${kind}: ${name} ${rounded(value)}`),
      ...Object.entries(missing).map(([what, reason]) => `${kind}: not tried: ${what} (${reason})`),
      ...breaches.map(({ what, saw, again }) => `${kind}: **broken**: ${what}: ${saw} (${again})`),
    ])
    .map((line) => `- ${line}`)
    .join('\n');
}

/** Whether kinds reached the number of tries expected in ten minutes: a list. */
export function expectations(reports: readonly KindReport[]): string {
  return reports
    .filter(({ expected }) => expected > 0)
    .map(({ kind, rows, expected }) => {
      const tries = triesOf(rows);
      const isEnough = tries >= expected ? '' : ', which is **too few**';
      return `- ${kind}: ${grouped(tries)} tries of at least ${grouped(expected)} in ten minutes${isEnough}`;
    })
    .join('\n');
}

const rounded = (value: number) => grouped(Number(value.toPrecision(3)));
