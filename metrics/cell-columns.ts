import { type Cell, surroundingText } from '../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../contracts/experiment/factors.ts';
import { protocolFacts, protocolNames } from '../contracts/protocols.ts';
import { stackFacts } from '../contracts/stacks.ts';
import { type TlsLevel, tlsLevels } from '../contracts/words.ts';
import { capital } from '../contracts/work.ts';
import type { Column } from './columns.ts';
import { levelDigits } from './levels.ts';

const tlsWords: Record<TlsLevel, string> = {
  off: 'no TLS',
  on: 'TLS',
  'tls1.2': 'TLS 1.2',
  'tls1.3': 'TLS 1.3',
  mtls: 'mTLS',
};

/** A TLS level as written in a legend. */
export function tlsLabel(level: TlsLevel): string {
  return tlsWords[level];
}

/** A level of a factor as written in a legend, given as in a cell: `gRPC`, `TLS 1.3`, `small`, `gateway on`. */
export function factorLevelName(factor: FactorName, level: string): string {
  if (factor === 'shape' || factor === 'client') return level;
  const protocol = factor === 'protocol' && protocolNames.find((one) => one === level);
  if (protocol) return protocolFacts[protocol].label;
  const tls = factor === 'tls' && tlsLevels.find((one) => one === level);
  return tls ? tlsLabel(tls) : surroundingText(factor, level);
}

/** A level of a factor as written in a sentence: `gRPC`, `TLS 1.3`, `shape small`, `the raw client`. */
export function levelLabel(factor: FactorName, level: string): string {
  if (factor === 'client') return `the ${level} client`;
  return factor === 'shape' ? `shape ${level}` : factorLevelName(factor, level);
}

/** The level of a factor in a cell, as written in a sentence; empty if the cell has none. */
export function cellLevelLabel(factor: FactorName, cell: Cell): string {
  const level = cell[factor];
  return level === undefined ? '' : levelLabel(factor, String(level));
}

type CellColumn = Column<Cell>;

/** Text that the factor's name does not already give. */
const special: Partial<Record<FactorName, Partial<CellColumn>>> = {
  protocol: { text: ({ protocol }) => protocolFacts[protocol].label },
  tls: { header: 'TLS', text: ({ tls }) => tlsLabel(tls) },
  stack: { text: ({ stack }) => (stack ? stackFacts[stack].label : '–') },
  rate: { unit: 'req/s', short: 'rate/s' },
};

/** Every cell has a level of these factors; of the others only if its experiment lists them. */
const always: readonly FactorName[] = ['protocol', 'shape', 'tls', 'client'];

function factorColumn(factor: FactorName): CellColumn {
  const level = (cell: Cell) => cell[factor];
  const isNumber = factor === 'users' || factor === 'rate';
  const digits = (value: ReturnType<typeof level>) =>
    typeof value === 'number' ? levelDigits(value) : '–';
  return {
    id: factor,
    header: capital(factor),
    ...(isNumber ? { numeric: true, text: (cell) => digits(level(cell)) } : {}),
    value: (cell) => level(cell) ?? null,
    ...special[factor],
  };
}

/** A column for each factor, in the order in which experiments list them. */
export const factorColumns: readonly CellColumn[] = factorNames.map(factorColumn);

/** A column for rows that have a cell. */
export function ofCell<Row>(column: CellColumn, cellOf: (row: Row) => Cell): Column<Row> {
  const { value, text, ...rest } = column;
  return {
    ...rest,
    value: (row) => value(cellOf(row)),
    ...(text ? { text: (row: Row) => text(cellOf(row)) } : {}),
  };
}

/** Columns that distinguish the cells of some rows; a new factor gets its column automatically. */
export function cellColumns<Row>(rows: readonly Row[], cellOf: (row: Row) => Cell): Column<Row>[] {
  const isListed = ({ id, value }: CellColumn) =>
    always.some((factor) => factor === id) || rows.some((row) => value(cellOf(row)) !== null);
  return factorColumns.filter(isListed).map((column) => ofCell(column, cellOf));
}
