import {
  addLayers,
  bytesOf,
  noBytes,
  type SomeLayers,
  type WireLayer,
  type WireMessage,
  type WirePart,
  wireLayers,
} from '../../contracts/wire.ts';
import type { Canvas, Part } from './canvas.ts';
import { type Flight, flightBytes, flightLayers } from './flights.ts';
import type { closingPackets } from './tcp.ts';

/** Number of parts of a long message kept from its start and from its end. */
const [firstParts, lastParts] = [72, 24];
/** Number of bytes of a long message kept. */
const [headBytes, tailBytes] = [4096, 512];
/** Number of messages of a stage kept. */
const [firstMessages, lastMessages] = [14, 6];
const longestLabel = 90;

export type Drawn = Omit<WireMessage, 'id'>;

/** A flight as an arrow of the diagram. */
export function drawnMessage(flight: Flight): Drawn {
  const { connection, stage, direction, canvas, parts } = flight;
  const bytes = Buffer.concat(parts.map(({ from, to }) => canvas.bytes.subarray(from, to)));
  const isLong = bytes.length > headBytes + tailBytes;
  return {
    connection,
    stage,
    direction,
    label: labelOf(parts),
    basis: 'measured',
    bytes: flightBytes(flight),
    startMs: canvas.timeAt(parts[0]?.from ?? 0),
    endMs: canvas.timeAt((parts.at(-1)?.to ?? 1) - 1),
    layers: flightLayers(flight),
    parts: shorten(wireParts(canvas, parts)),
    head: (isLong ? bytes.subarray(0, headBytes) : bytes).toString('base64'),
    tail: (isLong ? bytes.subarray(-tailBytes) : bytes.subarray(0, 0)).toString('base64'),
  };
}

/** Packets without data, of which only the time was recorded. */
export function packetMessages(
  packets: typeof closingPackets,
  place: { connection: number; stage: 'tcp' | 'close'; atMs: number },
): Drawn[] {
  const { connection, stage, atMs } = place;
  return packets.map(({ label, direction, bytes }) => ({
    connection,
    stage,
    direction,
    label,
    basis: 'estimated',
    bytes,
    startMs: atMs,
    endMs: atMs,
    layers: { ...noBytes, 'tcp-ip': bytes },
    parts: [],
    head: '',
    tail: '',
  }));
}

/** The distinct titles of the parts with their counts. */
function labelOf(parts: readonly Part[]): string {
  const counts = new Map<string, number>();
  for (const { title } of parts) {
    if (title !== undefined) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  const titles = [...counts].map(([title, count]) => (count > 1 ? `${title} ×${count}` : title));
  const label = titles.join(', ') || (parts[0]?.label ?? '');
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}

function wireParts(canvas: Canvas, parts: readonly Part[]): WirePart[] {
  let offset = 0;
  return parts.map(({ from, to, label, layer, field }) => {
    const layers = canvas.layersOf(from, to);
    const part = {
      offset,
      bytes: to - from,
      layer: mainLayer(layers) ?? (layer === 'values' ? 'payload' : layer),
      layers,
      label,
      field: field ?? null,
      decrypted: canvas.isDecrypted(from),
    };
    offset += to - from;
    return part;
  });
}

function mainLayer(layers: SomeLayers): WireLayer | undefined {
  const present = wireLayers.filter((layer) => (layers[layer] ?? 0) > 0);
  return present.toSorted((a, b) => (layers[b] ?? 0) - (layers[a] ?? 0))[0];
}

/** Of many parts the first and the last, with one for all between. */
function shorten(parts: readonly WirePart[]): WirePart[] {
  if (parts.length <= firstParts + lastParts + 1) return [...parts];
  const middle = parts.slice(firstParts, -lastParts);
  const layers = middle.reduce((sum, part) => addLayers(sum, part.layers), noBytes);
  const summary: WirePart = {
    offset: middle[0]?.offset ?? 0,
    bytes: bytesOf(layers),
    layer: mainLayer(layers) ?? 'payload',
    layers,
    label: `${middle.length} more parts`,
    field: null,
    decrypted: middle.some(({ decrypted }) => decrypted),
  };
  return [...parts.slice(0, firstParts), summary, ...parts.slice(-lastParts)];
}

/** Of many messages of a stage the first and the last, with one for each direction of those between. */
export function shortenStage(messages: readonly Drawn[]): Drawn[] {
  if (messages.length <= firstMessages + lastMessages + 2) return [...messages];
  const middle = messages.slice(firstMessages, -lastMessages);
  const summaries = (['sent', 'received'] as const).flatMap((direction) => {
    const those = middle.filter((message) => message.direction === direction);
    const [first] = those;
    return first ? [summary(first, those)] : [];
  });
  return [...messages.slice(0, firstMessages), ...summaries, ...messages.slice(-lastMessages)];
}

function summary(first: Drawn, those: readonly Drawn[]): Drawn {
  const layers = those.reduce((sum, message) => addLayers(sum, message.layers), noBytes);
  return {
    ...first,
    label: `${those.length} more messages`,
    bytes: bytesOf(layers),
    endMs: those.at(-1)?.endMs ?? first.endMs,
    layers,
    parts: [],
    head: '',
    tail: '',
  };
}
