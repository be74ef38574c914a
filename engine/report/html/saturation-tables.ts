import { describeCell } from '../../../contracts/experiment/cell.ts';
import type {
  ClientTax,
  Estimate,
  ResultDocument,
  Saturation,
  UslFit,
} from '../../../contracts/result.ts';
import { describeSaturationLevel } from '../saturation.ts';
import { cellColumns } from './cell-columns.ts';
import { untrustedCells } from './chart-data.ts';
import { figure, whole } from './format.ts';
import { html, type Markup } from './markup.ts';
import { type TableColumn, table } from './table.ts';

const none = '–';

/** Where each protocol saturated, by which criterion, and why. */
export function saturationTable(document: ResultDocument): Markup | null {
  const { analysis } = document;
  const rows = analysis.saturation;
  const untrusted = untrustedCells(document);
  const doubt = ({ cell }: Saturation) => (untrusted.has(describeCell(cell)) ? '†' : '');
  const shown = ({ manual, point }: Saturation) => manual ?? point;
  const at = (row: Saturation, text: (point: NonNullable<Saturation['point']>) => string) => {
    const point = shown(row);
    return point === null ? none : text(point);
  };
  const columns: TableColumn<Saturation>[] = [
    ...cellColumns(rows),
    { head: 'Rep.', figures: true, cell: (row) => whole(row.repetition) },
    { head: 'Criterion', cell: criterion },
    {
      head: 'Saturates at',
      figures: true,
      cell: (row) => at(row, ({ level }) => describeSaturationLevel(level, row.of)),
    },
    {
      head: 'Throughput there (1/s)',
      figures: true,
      cell: (row) => at(row, (point) => figure(point.throughputRps) + doubt(row)),
    },
    {
      head: 'Mean (ms)',
      figures: true,
      cell: (row) => at(row, (point) => figure(point.meanMs)),
    },
    { head: 'p95 (ms)', figures: true, cell: (row) => at(row, (point) => figure(point.p95Ms)) },
    {
      head: 'Knee',
      figures: true,
      cell: ({ knee, of }) => (knee ? describeSaturationLevel(knee.level, of) : none),
    },
    { head: 'Why', cell: (row) => row.reason },
  ];
  return table('Saturation of each trial whose load rises', columns, rows);
}

function criterion({ manual, criterion, point, of }: Saturation): string {
  if (manual === null) return criterion;
  const computed = point === null ? 'none' : describeSaturationLevel(point.level, of);
  return `set by hand (computed: ${computed})`;
}

/** The fits of the Universal Scalability Law with their intervals. */
export function lawTable({ analysis }: ResultDocument): Markup | null {
  const rows = analysis.saturation.flatMap((one) => (one.usl ? [{ ...one, usl: one.usl }] : []));
  type Row = (typeof rows)[number];
  const fitted = (head: string, of: (usl: UslFit) => Estimate | null): TableColumn<Row> => ({
    head,
    figures: true,
    cell: ({ usl }) => estimate(of(usl)),
  });
  const columns: TableColumn<Row>[] = [
    ...cellColumns(rows),
    { head: 'Rep.', figures: true, cell: (row) => whole(row.repetition) },
    fitted('λ, one user (1/s)', (usl) => usl.lambda),
    fitted('σ, contention', (usl) => usl.sigma),
    fitted('κ, coherency', (usl) => usl.kappa),
    fitted('Peak (users)', (usl) => usl.peakUsers),
    fitted('Peak throughput (1/s)', (usl) => usl.peakThroughputRps),
    { head: 'R²', figures: true, cell: ({ usl }) => usl.r2.toFixed(4) },
    { head: 'Levels', figures: true, cell: ({ usl }) => whole(usl.points) },
  ];
  const percent = whole(100 * (rows[0]?.usl.confidence ?? 0.95));
  return table(
    `Universal Scalability Law, X(N) = λN / (1 + σ(N − 1) + κN(N − 1)), with ${percent} % intervals`,
    columns,
    rows,
  );
}

function estimate(value: Estimate | null): Markup | string {
  if (value === null) return 'not reached';
  return html`${small(value.value)} <small class="interval">${small(value.low)} … ${small(value.high)}</small>`;
}

/** Like a figure, but 0.0000123 is not shown as zero. */
function small(value: number): string {
  if (value === 0 || Math.abs(value) >= 0.001) return figure(value);
  return value.toExponential(2).replace('e-', ' × 10⁻').replace(/\d+$/, superscript);
}

function superscript(digits: string): string {
  return [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '').join('');
}

/** CPU per request of library clients against raw ones. */
export function clientTaxTable({ analysis }: ResultDocument): Markup | null {
  const columns: TableColumn<ClientTax>[] = [
    ...cellColumns(analysis.clientTax).filter(({ head }) => head !== 'Client'),
    { head: 'Raw (µs)', figures: true, cell: (row) => figure(row.rawUs) },
    { head: 'Library (µs)', figures: true, cell: (row) => figure(row.libraryUs) },
    { head: 'Tax (µs)', figures: true, cell: (row) => figure(row.taxUs) },
    { head: 'Library ÷ raw', figures: true, cell: (row) => `${figure(row.times)} ×` },
  ];
  const caption = 'CPU time of the client per request that ended in the window';
  return table(caption, columns, analysis.clientTax);
}
