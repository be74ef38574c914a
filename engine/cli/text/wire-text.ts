import {
  bothWays,
  bytesOf,
  measuredLayers,
  type WireCapture,
  type WireTotals,
} from '../../../contracts/wire.ts';
import { formatCount, threeDigits } from '../../../metrics/format.ts';
import { describeCaptures } from '../../../metrics/wire-words.ts';
import { layerTextColumns } from './layer-columns.ts';
import { drawTable, type TextColumn } from './table.ts';

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

const columns: readonly TextColumn<Line>[] = [
  { title: 'protocol', cell: ({ protocol }) => protocol },
  { title: 'section', cell: ({ part }) => part },
  ...layerTextColumns<Line>(({ totals }) => bothWays(totals)),
  {
    title: 'measured',
    align: 'right',
    cell: ({ totals }) => formatCount(bytesOf(bothWays(totals), measuredLayers)),
  },
  { title: 'trips', align: 'right', cell: ({ totals }) => formatCount(totals.roundTrips) },
  {
    title: 'ms',
    align: 'right',
    cell: ({ latencyMs }) => (latencyMs === null ? '' : threeDigits(latencyMs)),
  },
];

/** The totals of captures by layer, the finding, and its basis. */
export function drawCaptures(captures: readonly WireCapture[]): string {
  const assumptions = [...new Set(captures.flatMap((capture) => capture.assumptions))];
  const secured = captures.flatMap(({ protocol, secured: tls }) =>
    tls ? [`${protocol}: ${tls.version}, ${tls.cipher}.`] : [],
  );
  return [
    drawTable(columns, captures.flatMap(linesOf)),
    'Bytes of both directions combined. All columns except those marked est. are measured.',
    '',
    describeCaptures(captures),
    ...secured,
    ...assumptions.map((assumption) => `- ${assumption}`),
    '',
  ].join('\n');
}
