import {
  bothWays,
  bytesOf,
  describeCaptures,
  measuredLayers,
  type WireCapture,
  type WireTotals,
} from '../../../contracts/wire.ts';
import { formatCount, formatMs } from './figures.ts';
import { layerColumns } from './layer-columns.ts';
import { type Column, drawTable } from './table.ts';

interface Line {
  readonly protocol: string;
  readonly part: string;
  readonly totals: WireTotals;
  readonly latencyMs: number | null;
}

function linesOf(capture: WireCapture): Line[] {
  const { protocol } = capture;
  const lines = capture.calls.flatMap(({ call, setUp, exchange, reused, latencyMs }): Line[] => {
    const connection = reused ? 'reused connection' : 'new connection';
    const part = `call ${call}, ${connection}`;
    return [
      ...(setUp ? [{ protocol, part: 'set-up', totals: setUp, latencyMs: null }] : []),
      { protocol, part, totals: exchange, latencyMs },
    ];
  });
  return [...lines, { protocol, part: 'close', totals: capture.close, latencyMs: null }];
}

const columns: readonly Column<Line>[] = [
  { title: 'protocol', cell: ({ protocol }) => protocol },
  { title: 'section', cell: ({ part }) => part },
  ...layerColumns<Line>(({ totals }) => bothWays(totals)),
  {
    title: 'measured',
    align: 'right',
    cell: ({ totals }) => formatCount(bytesOf(bothWays(totals), measuredLayers)),
  },
  { title: 'trips', align: 'right', cell: ({ totals }) => formatCount(totals.roundTrips) },
  {
    title: 'ms',
    align: 'right',
    cell: ({ latencyMs }) => (latencyMs === null ? '' : formatMs(latencyMs)),
  },
];

/** The totals of captures by layer, the finding, and what the figures rest on. */
export function drawCaptures(captures: readonly WireCapture[]): string {
  const assumptions = [...new Set(captures.flatMap((capture) => capture.assumptions))];
  const secured = captures.flatMap(({ protocol, secured: tls }) =>
    tls ? [`${protocol}: ${tls.version}, ${tls.cipher}.`] : [],
  );
  return [
    drawTable(columns, captures.flatMap(linesOf)),
    'Bytes of both ways together. All but the column marked est. are measured.',
    '',
    describeCaptures(captures),
    ...secured,
    ...assumptions.map((assumption) => `- ${assumption}`),
    '',
  ].join('\n');
}
