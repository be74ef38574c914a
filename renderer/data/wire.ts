import { type FramedProtocol, framedProtocols, protocolFacts } from '../../contracts/protocols.ts';
import {
  bothWays,
  bytesOf,
  type LayerBytes,
  measuredLayers,
  type SomeLayers,
  type WireCall,
  type WireCapture,
  type WireDirection,
  type WireLayer,
  type WireMessage,
  type WirePart,
  type WireStage,
  type WireTotals,
  wireLayers,
  withSetUp,
} from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { groupDigits } from '../../metrics/format.ts';
import { layerStyle } from '../look/layers.ts';
import { protocolStyle } from '../look/protocols.ts';
import type { FigureTable } from './table.ts';

/** A section of the sequence picture. */
export interface SequenceGroup {
  readonly key: string;
  readonly title: string;
  readonly messages: readonly WireMessage[];
  /** Bytes that were recorded, and those that were estimated besides. */
  readonly measured: number;
  readonly estimated: number;
}

/** The messages of a capture by connection and stage, in their order. */
export function sequenceGroups(capture: WireCapture): SequenceGroup[] {
  const groups = new Map<string, WireMessage[]>();
  for (const message of capture.messages) {
    const key = `${message.connection}-${message.stage}`;
    const group = groups.get(key) ?? [];
    groups.set(key, [...group, message]);
  }
  return [...groups].map(([key, messages]) => {
    const [first] = messages;
    const sum = (basis: WireMessage['basis']) =>
      messages
        .filter((each) => each.basis === basis)
        .reduce((total, { bytes }) => total + bytes, 0);
    return {
      key,
      title: first ? groupTitle(capture, first.stage, first.connection) : '',
      messages,
      measured: sum('measured'),
      estimated: sum('estimated'),
    };
  });
}

const framedTitles = Object.fromEntries(
  framedProtocols.map((protocol) => [protocol, `${protocolFacts[protocol].label} set-up`]),
) as Record<FramedProtocol, string>;

const stageTitles: Record<WireStage, string> = {
  tcp: 'TCP set-up',
  tls: 'TLS handshake',
  http2: 'HTTP/2 set-up',
  ...framedTitles,
  first: 'First call',
  second: 'Second call',
  close: 'Close',
};

function groupTitle({ calls }: WireCapture, stage: WireStage, connection: number): string {
  const title = stageTitles[stage];
  if (stage === 'second') {
    const reused = calls.find(({ call }) => call === 2)?.reused;
    return `${title}, ${reused ? 'connection reused' : 'new connection'}`;
  }
  return connection > 0 && stage !== 'first' ? `${title}, connection ${connection + 1}` : title;
}

export const stageTitle = (stage: WireStage) => stageTitles[stage];

/** Some bytes of a layer that are drawn as one. */
export interface LayerBand {
  readonly key: string;
  readonly layer: WireLayer;
  /** Of the payload what stands around its values: names and structure. */
  readonly around: boolean;
  readonly label: string;
  readonly bytes: number;
}

/** The layers of something side by side, and payload as its values and what stands around them, where that is known. */
export function layerBands(layers: SomeLayers): LayerBand[] {
  const bands = wireLayers.flatMap((layer): LayerBand[] => {
    const { label } = layerStyle(layer);
    const bytes = layers[layer] ?? 0;
    const { values } = layers;
    if (layer !== 'payload' || values === undefined) {
      return [{ key: layer, layer, around: false, label, bytes }];
    }
    return [
      { key: 'values', layer, around: false, label: `${label}, values`, bytes: values },
      {
        key: layer,
        layer,
        around: true,
        label: `${label}, names and structure`,
        bytes: bytes - values,
      },
    ];
  });
  return bands.filter(({ bytes }) => bytes > 0);
}

/** Whether a part belongs to the payload without being a value. */
export function isAround({ layer, layers }: WirePart): boolean {
  return layer === 'payload' && !layers.values;
}

/** One bar: a call of a protocol, both ways together. */
export interface LayerBar {
  readonly protocol: Protocol;
  readonly layers: LayerBytes;
  readonly measured: number;
  readonly estimated: number;
}

function barOf(protocol: Protocol, totals: WireTotals): LayerBar {
  const layers = bothWays(totals);
  const measured = bytesOf(layers, measuredLayers);
  return { protocol, layers, measured, estimated: layers['tcp-ip'] };
}

/** A bar for the nth call of each capture, with the set-up of its connection if it needed one. */
export function callBars(captures: readonly WireCapture[], call: number): LayerBar[] {
  return captures.flatMap(({ protocol, calls }) => {
    const found = calls.find((each) => each.call === call);
    return found ? [barOf(protocol, withSetUp(found))] : [];
  });
}

/** Layers that any bar has bytes of. */
export function presentLayers(bars: readonly LayerBar[]): WireLayer[] {
  return wireLayers.filter((layer) => bars.some(({ layers }) => layers[layer] > 0));
}

/** The figures of some bars; a line each. */
export function barTable(caption: string, bars: readonly LayerBar[]): FigureTable {
  const hasValues = bars.some(({ layers }) => layers.values !== undefined);
  return {
    caption,
    header: [
      'protocol',
      ...wireLayers.map((layer) => `${layerStyle(layer).label} (bytes)`),
      'measured (bytes)',
      ...(hasValues ? ['values in the payload (bytes)'] : []),
    ],
    rows: bars.map(({ protocol, layers, measured }) => [
      protocolStyle(protocol).label,
      ...wireLayers.map((layer) => layers[layer]),
      measured,
      ...(hasValues ? [layers.values ?? 0] : []),
    ]),
  };
}

/** Some bars as a sentence. */
export function barSummary(title: string, bars: readonly LayerBar[]): string {
  const words = bars.map(
    ({ protocol, measured, estimated, layers }) =>
      `${protocolStyle(protocol).label} ${groupDigits(measured, 0)} bytes measured (${groupDigits(layers.payload, 0)} of them payload) and ${groupDigits(estimated, 0)} estimated`,
  );
  return `${title}: ${words.join('; ')}.`;
}

/** Whether the second calls of all captures reused a connection, none did, or some. */
export function secondCallTitle(captures: readonly WireCapture[]): string {
  const reused = captures.flatMap(({ calls }) => calls.slice(1).map((call) => call.reused));
  if (reused.every(Boolean)) return 'Second call, connection reused';
  return reused.some(Boolean) ? 'Second call' : 'Second call, new connection';
}

/** A line of the table of totals. */
export interface TotalRow {
  readonly key: string;
  readonly protocol: Protocol;
  readonly section: string;
  readonly direction: WireDirection;
  readonly layers: LayerBytes;
  readonly measured: number;
  /** Of the section; given once, with its first line. */
  readonly roundTrips: number | null;
  readonly packets: number | null;
  readonly latencyMs: number | null;
}

function sectionsOf({ calls, close }: WireCapture) {
  const called = calls.flatMap((call: WireCall) => {
    const name = call.call === 1 ? 'First call' : 'Second call';
    const { setUp, exchange, latencyMs } = call;
    const section = call.call === 1 ? 'Set-up' : `Set-up for the ${name.toLowerCase()}`;
    const before = setUp && { section, totals: setUp };
    return [
      ...(before ? [{ ...before, latencyMs: null }] : []),
      { section: name, totals: exchange, latencyMs },
    ];
  });
  return [...called, { section: 'Close', totals: close, latencyMs: null }];
}

/** Totals of every capture by section and direction. */
export function totalRows(captures: readonly WireCapture[]): TotalRow[] {
  return captures.flatMap((capture) =>
    sectionsOf(capture).flatMap(({ section, totals, latencyMs }) =>
      (['sent', 'received'] as const).map((direction): TotalRow => {
        const isFirst = direction === 'sent';
        return {
          key: `${capture.protocol} ${section} ${direction}`,
          protocol: capture.protocol,
          section,
          direction,
          layers: totals[direction],
          measured: bytesOf(totals[direction], measuredLayers),
          roundTrips: isFirst ? totals.roundTrips : null,
          packets: isFirst ? totals.packets : null,
          latencyMs: isFirst ? latencyMs : null,
        };
      }),
    ),
  );
}

/** Who counted what: a sentence for each capture whose figures the driver's sockets confirm or not. */
export function countCheck({ recorded, countedByDriver, close }: WireCapture): string {
  const { sent, received } = recorded;
  const bytes = (value: number) => groupDigits(value, 0);
  const both = `${bytes(sent)} bytes sent and ${bytes(received)} received`;
  const unread = received - countedByDriver.received;
  if (sent === countedByDriver.sent && unread === 0)
    return `Recorded: ${both}; the driver's own sockets counted the same.`;
  const closing = bytesOf(close.received, measuredLayers);
  if (sent === countedByDriver.sent && unread > 0 && unread <= closing)
    return `Recorded: ${both}; the driver's own sockets counted the same but for ${bytes(unread)} bytes that the service sent after the driver had closed.`;
  return `Recorded: ${both}; the driver's own sockets counted ${bytes(countedByDriver.sent)} and ${bytes(countedByDriver.received)}.`;
}
