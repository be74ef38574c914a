import type { WireStage } from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { readHttp1, type WireSide } from './http1.ts';
import { readHttp2, StreamLog } from './http2.ts';
import { readRSocket } from './rsocket.ts';

/** Both directions of a connection, to be parsed. */
interface TwoSides {
  readonly sent: WireSide;
  readonly received: WireSide;
  /** Names the stage of the nth call, from 1. */
  readonly stageOf: (call: number) => WireStage;
}

/** Annotates every byte. @returns the number of calls. */
type ReadCalls = (sides: TwoSides) => number;

const overHttp1: ReadCalls = ({ sent, received, stageOf }) => {
  const methods: string[] = [];
  const calls = readHttp1(sent, stageOf, methods);
  readHttp1(received, stageOf, methods);
  return calls;
};

const overHttp2: ReadCalls = ({ sent, received, stageOf }) => {
  const streams = new StreamLog(stageOf);
  readHttp2(sent.canvas, sent.inside, 'sent', streams, sent.messages);
  readHttp2(received.canvas, received.inside, 'received', streams, received.messages);
  return streams.calls;
};

const inFrames: ReadCalls = ({ sent, received, stageOf }) => {
  const streams = new StreamLog(stageOf, 'rsocket');
  readRSocket(sent.canvas, sent.inside, 'sent', streams);
  readRSocket(received.canvas, received.inside, 'received', streams);
  return streams.calls;
};

/** Readers of the recorded calls by protocol. */
export const readers: Readonly<Record<Protocol, ReadCalls>> = {
  rest: overHttp1,
  'rest-h2': overHttp2,
  'rest-protobuf': overHttp1,
  soap: overHttp1,
  grpc: overHttp2,
  graphql: overHttp1,
  rsocket: inFrames,
};
