import type { Cell } from '../../contracts/experiment/cell.ts';
import { type ClientKind, clientKinds, type TlsLevel, tlsLevels } from '../../contracts/words.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { distinct, seriesKey } from './series.ts';

/** Which levels the figures show; null shows all. */
export interface SeriesFilter {
  readonly tls: TlsLevel | null;
  readonly client: ClientKind | null;
}

/** More series than this are too many for one figure. */
const readable = 6;

/** The TLS levels and clients of a run, in their usual order. */
export function filterLevels(cells: readonly Cell[]): {
  readonly tls: readonly TlsLevel[];
  readonly clients: readonly ClientKind[];
} {
  return {
    tls: tlsLevels.filter((level) => cells.some((cell) => cell.tls === level)),
    clients: clientKinds.filter((kind) => cells.some((cell) => cell.client === kind)),
  };
}

/** A filter to begin with: all series, or as few restrictions as keep the figures readable. */
export function firstFilter(cells: readonly Cell[]): SeriesFilter {
  const { tls, clients } = filterLevels(cells);
  const candidates: SeriesFilter[] = [
    { tls: null, client: null },
    { tls: null, client: clients[0] ?? null },
    { tls: tls[0] ?? null, client: null },
  ];
  const fits = (filter: SeriesFilter) =>
    distinct(cells.filter((cell) => passes(filter, cell)).map(seriesKey)).length <= readable;
  return candidates.find(fits) ?? { tls: tls[0] ?? null, client: clients[0] ?? null };
}

/** Whether a cell is shown. */
export function passes({ tls, client }: SeriesFilter, cell: Cell): boolean {
  return (tls === null || cell.tls === tls) && (client === null || cell.client === client);
}

/** Description of a filter's result, for figures that do not show it; empty without a filter. */
export function filterWords({ tls, client }: SeriesFilter, cells: readonly Cell[]): string {
  const levels = filterLevels(cells);
  const words: string[] = [];
  if (tls !== null && levels.tls.length > 1) words.push(tlsLabel(tls));
  if (client !== null && levels.clients.length > 1) words.push(`${client} client`);
  return words.join(' · ');
}
