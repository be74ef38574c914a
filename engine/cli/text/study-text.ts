import {
  type EnergyRow,
  type PerformanceRow,
  type StudyResult,
  studyMetricFacts,
  studyTitle,
} from '../../../contracts/statistics.ts';
import { groupDigits, threeDigits } from '../../../metrics/format.ts';
import { plainRatio, pWords } from '../../../metrics/ratios.ts';
import { left, right } from './columns.ts';
import { drawTable, printable } from './table.ts';

/** Result of a study's procedure for a run, for a terminal, including its limitations. */
export function drawStudy(found: StudyResult): string {
  const { factor, control, treatment, alpha, rows, remarks } = found;
  const head = `${studyTitle(found)}\n${factor}: ${treatment} (treatment) vs ${control} (control), level ${plainRatio(alpha)}\n`;
  const table = rows.length === 0 ? 'No pair of cells has the figures it needs.\n' : tableOf(found);
  const words = rows.map(({ name, words }) => `- ${name}: ${words}.\n`).join('');
  const parts = [
    printableLines(head),
    table,
    printableLines(words),
    remarks.map((one) => `- ${one}\n`).join(''),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Lines that cannot move the cursor. */
function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n');
}

function tableOf(found: StudyResult): string {
  return found.pipeline === 'isep-performance'
    ? performanceTable(found.rows)
    : energyTable(found.rows, studyMetricFacts(found.metric, found.counts).unit);
}

/** A number with a true minus sign. */
const signed = (value: number) => plainRatio(value).replace('-', '−');
const pText = (test: { readonly p: number } | null) => (test === null ? '–' : pWords(test.p));

function performanceTable(rows: readonly PerformanceRow[]): string {
  return drawTable<PerformanceRow>(
    [
      left('where', ({ name }) => name),
      right('control', ({ control }) => `${threeDigits(control.median)} ms`),
      right('treatment', ({ treatment }) => `${threeDigits(treatment.median)} ms`),
      right('normality p', ({ normality }) => normality.map(pText).join(' / ')),
      right('Levene p', ({ equalVariance }) => pText(equalVariance)),
      left('test', ({ test, side }) => `${test}, ${side}`),
      right('statistic', ({ statistic }) => plainRatio(statistic)),
      right('p', ({ p }) => pWords(p)),
      right('Cliff', ({ effect }) => groupDigits(effect, 2)),
      left('decision', ({ decision }) => decision),
    ],
    rows,
  );
}

function energyTable(rows: readonly EnergyRow[], unit: string): string {
  return drawTable<EnergyRow>(
    [
      left('where', ({ name }) => name),
      right('pairs', ({ pairs }) => String(pairs)),
      right('control', ({ control }) => `${signed(control.mean)} ${unit}`),
      right('treatment', ({ treatment }) => `${signed(treatment.mean)} ${unit}`),
      right('difference', ({ difference }) => signed(difference)),
      right('95 % interval', ({ interval }) =>
        [interval.low, interval.high].map(signed).join(' to '),
      ),
      right('P(less)', ({ below }) => groupDigits(below, 4)),
      right('p', ({ p }) => pWords(p)),
      left('decision', ({ decision }) => decision),
    ],
    rows,
  );
}
