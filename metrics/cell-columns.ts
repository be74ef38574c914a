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

/** A TLS level as a legend says it. */
export function tlsLabel(level: TlsLevel): string {
  return tlsWords[level];
}

/** A level of a factor as a legend says it, given as it stands in a cell: `gRPC`, `TLS 1.3`, `small`, `gateway on`. */
export function factorLevelName(factor: FactorName, level: string): string {
  if (factor === 'shape' || factor === 'client') return level;
  const protocol = factor === 'protocol' && protocolNames.find((one) => one === level);
  if (protocol) return protocolFacts[protocol].label;
  const tls = factor === 'tls' && tlsLevels.find((one) => one === level);
  return tls ? tlsLabel(tls) : surroundingText(factor, level);
}

/** A level of a factor as a sentence says it: `gRPC`, `TLS 1.3`, `shape small`, `the raw client`. */
export function levelLabel(factor: FactorName, level: string): string {
  if (factor === 'client') return `the ${level} client`;
  return factor === 'shape' ? `shape ${level}` : factorLevelName(factor, level);
}

/** The level of a factor that a cell has, as a sentence says it; empty where it has none. */
export function cellLevelLabel(factor: FactorName, cell: Cell): string {
  const level = cell[factor];
  return level === undefined ? '' : levelLabel(factor, String(level));
}

type CellColumn = Column<Cell>;

/** What is not said by the name of a factor. */
const special: Partial<Record<FactorName, Partial<CellColumn>>> = {
  protocol: { text: ({ protocol }) => protocolFacts[protocol].label },
  tls: { header: 'TLS', text: ({ tls }) => tlsLabel(tls) },
  stack: { text: ({ stack }) => (stack ? stackFacts[stack].label : '–') },
  rate: { unit: 'req/s', short: 'rate/s' },
};

/** Every cell has a level of these; of the others those that its experiment lists. */
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

/** A column of something that has a cell. */
export function ofCell<Row>(column: CellColumn, cellOf: (row: Row) => Cell): Column<Row> {
  const { value, text, ...rest } = column;
  return {
    ...rest,
    value: (row) => value(cellOf(row)),
    ...(text ? { text: (row: Row) => text(cellOf(row)) } : {}),
  };
}

/** The columns that tell the cells of some rows apart: a new factor is one of them by itself. */
export function cellColumns<Row>(rows: readonly Row[], cellOf: (row: Row) => Cell): Column<Row>[] {
  const isListed = ({ id, value }: CellColumn) =>
    always.some((factor) => factor === id) || rows.some((row) => value(cellOf(row)) !== null);
  return factorColumns.filter(isListed).map((column) => ofCell(column, cellOf));
}
