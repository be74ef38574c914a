import type { OwnService } from '../../contracts/own-service.ts';
import { framedProtocols } from '../../contracts/protocols.ts';
import {
  type WireCall,
  type WireCapture,
  type WireStage,
  type WireTotals,
  wireStages,
} from '../../contracts/wire.ts';
import type { WireConnection, WireReading } from '../../contracts/wire-messages.ts';
import type { Protocol } from '../../contracts/words.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { Canvas } from './canvas.ts';
import { type Flight, flightsOf } from './flights.ts';
import { type KnownMessages, operationMessages } from './known-messages.ts';
import { type Drawn, drawnMessage, packetMessages, shortenStage } from './messages.ts';
import { readers } from './readers.ts';
import { closingPackets, openingPackets, packetTotals, tcpAssumption } from './tcp.ts';
import { readTls } from './tls.ts';
import { type KeyLog, parseKeyLog } from './tls-keys.ts';
import { addTotals, noTotals, totalsOf } from './totals.ts';

/** A parsed connection. */
export interface ReadConnection {
  readonly index: number;
  readonly recorded: WireConnection;
  readonly flights: readonly Flight[];
  /** Numbers of its calls, from 1. */
  readonly calls: readonly number[];
  readonly secured: WireCapture['secured'];
}

const stageOfCall = (call: number): WireStage => (call === 1 ? 'first' : 'second');
const setUpStages: readonly WireStage[] = ['tcp', 'tls', 'http2', ...framedProtocols];

interface ReadOptions {
  readonly index: number;
  /** Calls on earlier connections. */
  readonly before: number;
  readonly tls: boolean;
  readonly protocol: Protocol;
  readonly keys: KeyLog;
  /** The own service, whose secrets are masked. */
  readonly service: OwnService | null;
  /** The content of the calls. */
  readonly messages: KnownMessages;
}

export function readConnection(recorded: WireConnection, options: ReadOptions): ReadConnection {
  const { index, before, tls, protocol, keys, messages, service } = options;
  const of = (direction: 'sent' | 'received') =>
    new Canvas(
      recorded.chunks.filter((chunk) => chunk.direction === direction),
      service,
    );
  const sent = of('sent');
  const received = of('received');
  const inside = tls
    ? readTls(sent, received, keys)
    : { secured: null, sent: sent.whole(), received: received.whole() };
  sent.concealIn(inside.sent);
  received.concealIn(inside.received);
  const calls = readers[protocol]({
    sent: { canvas: sent, inside: inside.sent, messages: messages.request },
    received: { canvas: received, inside: inside.received, messages: messages.answer },
    stageOf: (call) => stageOfCall(before + call),
  });
  sent.blank();
  received.blank();
  return {
    index,
    recorded,
    flights: flightsOf(index, { sent, received }),
    calls: Array.from({ length: calls }, (_, call) => before + call + 1),
    secured: inside.secured,
  };
}

/**
 * Parses a recording: the purpose of each byte.
 * @param own messages of the own service; null for other workloads, whose messages are known.
 */
export function readRecording(
  { order, done, recording, takenAt }: WireReading,
  own: KnownMessages | null = null,
): WireCapture {
  const { cell, text } = order;
  const operation = order.custom ? null : workloadIn(order).operationOf(cell.shape);
  const messages = own ?? operationMessages(operation, cell.protocol);
  const keys = parseKeyLog(recording.keyLog);
  const connections: ReadConnection[] = [];
  for (const [index, recorded] of recording.connections.entries()) {
    const before = connections.reduce((sum, { calls }) => sum + calls.length, 0);
    const options = {
      index,
      before,
      keys,
      tls: cell.tls !== 'off',
      protocol: cell.protocol,
      messages,
      service: order.custom ?? null,
    };
    connections.push(readConnection(recorded, options));
  }
  const { protocol, shape, tls, client } = cell;
  return {
    ...{ protocol, workload: order.workload, shape, tls, client, text, takenAt },
    secured: connections.find(({ secured }) => secured !== null)?.secured ?? null,
    calls: connections.flatMap((connection) =>
      connection.calls.map((call) => callOf(connection, call, done.calls)),
    ),
    close: connections.map(closeOf).reduce(addTotals, noTotals),
    messages: connections.flatMap(drawn).map((message, id) => ({ id, ...message })),
    recorded: recordedBytes(recording.connections),
    countedByDriver: done.counted,
    assumptions: assumptionsOf(tls !== 'off'),
  };
}

function callOf(
  { index, flights, calls }: ReadConnection,
  call: number,
  times: WireReading['done']['calls'],
): WireCall {
  const time = times[call - 1];
  const isFirst = calls[0] === call;
  return {
    call,
    connection: index,
    reused: !isFirst,
    latencyMs: time ? Number(time.answeredAt - time.sentAt) / 1e6 : 0,
    setUp: isFirst ? setUpOf(flights) : null,
    exchange: totalsOf(flights.filter(({ stage }) => stage === stageOfCall(call))),
  };
}

function setUpOf(flights: readonly Flight[]): WireTotals {
  const recorded = totalsOf(flights.filter(({ stage }) => setUpStages.includes(stage)));
  return addTotals(packetTotals(openingPackets, 1), recorded);
}

function closeOf({ flights }: ReadConnection): WireTotals {
  const recorded = totalsOf(flights.filter(({ stage }) => stage === 'close'));
  return addTotals(packetTotals(closingPackets, 0), recorded);
}

/** All messages of a connection, with those of TCP, which are invisible at sockets. */
function drawn({ index, recorded, flights }: ReadConnection): Drawn[] {
  const { openedMs, closedMs } = recorded;
  const opening = { connection: index, stage: 'tcp', atMs: openedMs } as const;
  const closing = { connection: index, stage: 'close', atMs: closedMs ?? openedMs } as const;
  return [
    ...packetMessages(openingPackets, opening),
    ...wireStages.flatMap((stage) =>
      shortenStage(flights.filter((flight) => flight.stage === stage).map(drawnMessage)),
    ),
    ...packetMessages(closingPackets, closing),
  ];
}

function recordedBytes(connections: readonly WireConnection[]): WireCapture['recorded'] {
  const sum = { sent: 0, received: 0 };
  for (const { chunks } of connections) {
    for (const { direction, bytes } of chunks) sum[direction] += bytes.length;
  }
  return sum;
}

function assumptionsOf(tls: boolean): string[] {
  return [
    'Recorded between the driver and the service, on the loopback, by a relay that passes every byte on as it came. Times are those at the relay, which adds a little to each.',
    ...(tls
      ? [
          'TLS runs between driver and service as in a run. What is inside was decrypted afterwards with the secrets that the driver wrote down for this one recording; every byte shown decrypted had the same length on the wire.',
        ]
      : []),
    tcpAssumption,
    'A round trip is counted each time the recording turns from sent to received, but not for session tickets, for which no client waits; the one that opens TCP is estimated.',
  ];
}
