import { markdownTable } from '../../scripts/bench/support/markdown.ts';
import { type KindReport, type Row, triesOf } from './tally.ts';

const grouped = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');

const head = ['kind', 'what', 'tries', 'unharmed', 'told', 'lost', 'broken'];

function cells(kind: string, what: string, rows: readonly Row[]): string[] {
  const sum = (of: (row: Row) => number) => grouped(rows.reduce((all, row) => all + of(row), 0));
  const broken = sum(({ counts }) => counts.broken);
  return [
    ...[kind, what, sum(triesOf), sum(({ counts }) => counts.unharmed)],
    ...[sum(({ counts }) => counts.told), sum(({ counts }) => counts.lost)],
    broken === '0' ? broken : `**${broken}**`,
  ];
}

/** The counts of all kinds: a line for each sort of try, and one for each kind. */
export function countsTable(reports: readonly KindReport[]): string {
  return markdownTable(
    head,
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
      const tries = rows.reduce((sum, row) => sum + triesOf(row), 0);
      const isEnough = tries >= expected ? '' : ', which is **too few**';
      return `- ${kind}: ${grouped(tries)} tries of at least ${grouped(expected)} in ten minutes${isEnough}`;
    })
    .join('\n');
}

const rounded = (value: number) => grouped(Number(value.toPrecision(3)));
