import { type Cell, describeSurrounding } from '../../contracts/experiment/cell.ts';
import {
  type FactorName,
  type Surrounding,
  surroundings,
} from '../../contracts/experiment/factors.ts';
import {
  type ClientKind,
  clientKinds,
  type Protocol,
  protocols,
  type Subject,
  type TlsLevel,
  tlsLevels,
} from '../../contracts/words.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { cellLevelText, levelOf } from '../../metrics/levels.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { protocolStyle } from '../look/protocols.ts';

/** Cells that differ in nothing but level of load and shape: one colour and marker in every figure. */
export interface CellSeries {
  readonly key: string;
  /** `gRPC`, with `TLS on` and `library` only where the run varies them. */
  readonly label: string;
  /** The label without the protocol; empty where the run varies neither TLS nor client. */
  readonly detail: string;
  readonly protocol: Protocol;
  readonly tls: TlsLevel;
  readonly client: ClientKind;
  /** 0 for the first of its protocol, 1 for the next …: how far its look departs from the plain one. */
  readonly variant: number;
}

/** The series that a cell belongs to. */
export function seriesKey(cell: Cell): string {
  const around = surroundings.map((name) => cell[name]).filter((level) => level !== undefined);
  return [cell.protocol, cell.tls, cell.client, ...around].join('/');
}

/** A level of the surroundings as a legend says it. */
function surroundingLabel(name: Surrounding, cell: Pick<Cell, Surrounding>): string | null {
  if (name === 'gateway' && cell.gateway) return cell.gateway === 'on' ? 'gateway' : 'no gateway';
  if (name === 'network' && cell.network) {
    return cell.network === 'none' ? 'no network' : cell.network;
  }
  return describeSurrounding(name, cell);
}

/** Says the surroundings of a cell, as far as `cells` differ in them. */
export function surroundingWords(cell: Cell, cells: readonly Cell[], except?: string): string[] {
  return surroundings.flatMap((name) => {
    const varies = distinct(cells.map((one) => one[name])).length > 1;
    return varies && name !== except ? (surroundingLabel(name, cell) ?? []) : [];
  });
}

/** The series of a run in a fixed order: protocol, TLS level, client, and then as the run has them. */
export function cellSeries(cells: readonly Cell[]): CellSeries[] {
  const byKey = new Map(cells.map((cell) => [seriesKey(cell), cell]));
  const variesTls = new Set(cells.map((cell) => cell.tls)).size > 1;
  const variesClient = new Set(cells.map((cell) => cell.client)).size > 1;
  const variants = new Map<Protocol, number>();
  return [...byKey.entries()]
    .sort(([, a], [, b]) => rank(a) - rank(b))
    .map(([key, cell]) => {
      const { protocol, tls, client } = cell;
      const variant = variants.get(protocol) ?? 0;
      variants.set(protocol, variant + 1);
      const details = [
        ...(variesTls ? [tlsLabel(tls)] : []),
        ...(variesClient ? [client] : []),
        ...surroundingWords(cell, cells),
      ];
      const label = [protocolStyle(protocol).label, ...details].join(', ');
      return { key, label, detail: details.join(', '), protocol, tls, client, variant };
    });
}

function rank(cell: Cell): number {
  const protocol = protocols.indexOf(cell.protocol);
  return protocol * 100 + tlsLevels.indexOf(cell.tls) * 10 + clientKinds.indexOf(cell.client);
}

/** The distinct values of a list in the order in which they first appear. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Description of a shape: `modify, 361 characters`; empty where it says no more than its name. */
export function shapeWords(shape: string, workload: Subject = 'product'): string {
  if (workload === 'custom') return '';
  return workloadOf(workload).shapeDoc(shape) ?? '';
}

/**
 * Common levels of two cells that differ in one factor, as far as the run varies them:
 * `small · 50 users · TLS`.
 */
export function commonWords(cell: Cell, factor: FactorName, cells: readonly Cell[]): string {
  const varies = (name: 'tls' | 'client') =>
    factor !== name && distinct(cells.map((one) => one[name])).length > 1;
  const words = [cell.shape, ...(levelOf(cell) === null ? [] : [cellLevelText(cell)])];
  if (factor !== 'protocol') words.unshift(protocolStyle(cell.protocol).label);
  if (varies('tls')) words.push(tlsLabel(cell.tls));
  if (varies('client')) words.push(cell.client);
  words.push(...surroundingWords(cell, cells, factor));
  return words.join(' · ');
}
