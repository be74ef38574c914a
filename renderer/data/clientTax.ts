import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ClientTax } from '../../contracts/result.ts';
import type { Protocol, Verdict } from '../../contracts/words.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { groupDigits } from '../../metrics/format.ts';
import { cellLevelText, levelOf } from '../../metrics/levels.ts';
import { protocolStyle } from '../look/protocols.ts';
import { worseVerdict } from './columns.ts';
import { distinct, surroundingWords } from './series.ts';
import type { FigureTable } from './table.ts';

/** The cost of a library compared with the raw driver, ready to draw. */
export interface TaxRow {
  readonly key: string;
  readonly protocol: Protocol;
  /** `gRPC`, and the other levels that the run varies. */
  readonly label: string;
  readonly detail: string;
  readonly tax: ClientTax;
  /** The worst verdict of its trials. */
  readonly verdict: Verdict;
}

/** Labels the taxes of a run by its factors, with the verdicts of their trials. */
export function taxRows(taxes: readonly ClientTax[], trials: readonly TrialResult[]): TaxRow[] {
  const cells = taxes.map(({ cell }) => cell);
  const varies = (level: (cell: Cell) => unknown) => distinct(cells.map(level)).length > 1;
  const [shapes, levels, tls] = [({ shape }: Cell) => shape, levelOf, (cell: Cell) => cell.tls];
  return taxes.map((tax) => {
    const { cell } = tax;
    const details = [
      ...(varies(shapes) ? [cell.shape] : []),
      ...(varies(levels) ? [cellLevelText(cell)] : []),
      ...(varies(tls) ? [tlsLabel(cell.tls)] : []),
      ...surroundingWords(cell, cells),
    ];
    const own = trials.filter(({ cell: other }) => sameButClient(cell, other));
    return {
      key: [cell.protocol, ...details].join('/'),
      protocol: cell.protocol,
      label: protocolStyle(cell.protocol).label,
      detail: details.join(' · '),
      tax,
      verdict: own.reduce<Verdict>(
        (worst, { client }) => worseVerdict(worst, client.verdict),
        'ok',
      ),
    };
  });
}

function sameButClient(a: Cell, b: Cell): boolean {
  const same = a.protocol === b.protocol && a.shape === b.shape && a.tls === b.tls;
  return same && levelOf(a) === levelOf(b);
}

/** Extra cost of the library: `+28.4 µs, 3.1×`. */
export function taxText({ taxUs, times }: ClientTax): string {
  const sign = taxUs >= 0 ? '+' : '';
  return `${sign}${microseconds(taxUs)} µs, ${groupDigits(times, times < 10 ? 1 : 0)}×`;
}

/** Microseconds without their unit, with enough digits to compare. */
export function microseconds(value: number): string {
  return groupDigits(value, Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}

/** Text alternative of the figure. */
export function taxSummary(rows: readonly TaxRow[]): string {
  const parts = rows.map(({ label, detail, tax }) => {
    const name = detail === '' ? label : `${label} (${detail})`;
    return `${name}: raw ${microseconds(tax.rawUs)}, library ${microseconds(tax.libraryUs)} (${taxText(tax)})`;
  });
  return `Client CPU per request in µs. ${parts.join('. ')}.`;
}

/** Table of values: a row for each pair. */
export function taxTable(rows: readonly TaxRow[]): FigureTable {
  return {
    caption: 'Client tax',
    header: ['Protocol', 'Cell', 'Raw (µs)', 'Library (µs)', 'Tax (µs)', 'Times', 'Health'],
    rows: rows.map(({ label, detail, tax, verdict }) => [
      label,
      detail,
      tax.rawUs,
      tax.libraryUs,
      tax.taxUs,
      tax.times,
      verdict,
    ]),
  };
}
