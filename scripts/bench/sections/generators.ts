import { protocolFacts } from '../../../contracts/protocols.ts';
import type { ClientKind, Protocol } from '../../../contracts/words.ts';
import { ownContender } from '../contest/own.ts';
import { autocannon } from '../peers/autocannon.ts';
import { ghz } from '../peers/ghz.ts';
import { h2load } from '../peers/h2load.ts';
import { k6 } from '../peers/k6.ts';
import { oha } from '../peers/oha.ts';
import { wrk } from '../peers/wrk.ts';
import { startNginx } from '../support/nginx.ts';
import { startNullService } from '../support/null-service.ts';
import { compare } from './comparison.ts';
import type { Bench, Section } from './section.ts';

/** Wirebench's drivers, one worker each. */
function own(bench: Bench, protocol: Protocol, kinds: readonly ClientKind[], streams = 1) {
  const { seconds, warmUp, files, cores } = bench;
  return kinds.map((client) => {
    const name =
      client === 'raw' ? 'Wirebench raw' : `Wirebench library (${protocolFacts[protocol].library})`;
    const connections = streams > 1 ? 10 : 50;
    const load = { client, connections, streams, workers: 1, warmUp, seconds };
    return ownContender(name, load, { cores: cores.generator, files });
  });
}

const nginx = (tls: boolean) => (bench: Bench) =>
  startNginx({ cores: bench.cores.service, tls, home: bench.files.home });
const nullGrpc = ({ cores, files }: Bench) =>
  startNullService('grpc', { cores: cores.service, tls: false, home: files.home });

/** Generators of HTTP/1.1 on nginx, without TLS. */
export const restSection: Section = {
  id: 'rest',
  title: 'HTTP/1.1: POST of a small product, 50 connections, nginx',
  run: (bench) =>
    compare(bench, {
      start: nginx(false),
      own: () => own(bench, 'rest', ['raw', 'library']),
      peers: [wrk, h2load, autocannon, oha, k6],
      connections: 50,
      streams: 1,
      ratios: [
        { against: 'wrk', times: 0.85 },
        { against: 'oha', times: 1 },
        { against: 'autocannon', times: 1.5 },
        { against: 'k6', times: 5 },
      ],
    }),
};

/** The same over TLS. */
export const tlsSection: Section = {
  id: 'tls',
  title: 'HTTP/1.1 over TLS: POST of a small product, 50 connections, nginx',
  run: (bench) =>
    compare(bench, {
      start: nginx(true),
      own: () => own(bench, 'rest', ['raw']),
      peers: [wrk, h2load, autocannon, oha],
      connections: 50,
      streams: 1,
      ratios: [{ against: 'wrk', times: 0.7 }],
    }),
};

/** Generators of gRPC on the null service, one stream on each connection. */
export const grpcSection: Section = {
  id: 'grpc',
  title: 'gRPC: unary echo of a small product, 50 connections with one stream each, null service',
  run: (bench) =>
    compare(bench, {
      start: nullGrpc,
      own: () => own(bench, 'grpc', ['raw', 'library']),
      peers: [h2load, ghz],
      connections: 50,
      streams: 1,
      ratios: [
        { against: 'h2load', times: 0.75 },
        { against: 'ghz', times: 2 },
        { against: 'Wirebench library (grpc-js)', times: 8 },
      ],
    }),
};

/** The same with several streams on each connection, for information. */
export const streamsSection: Section = {
  id: 'streams',
  title: 'gRPC: 10 connections with 10 streams each, null service',
  run: (bench) =>
    compare(
      { ...bench, rounds: Math.min(bench.rounds, 3) },
      {
        start: nullGrpc,
        own: () => own(bench, 'grpc', ['raw'], 10),
        peers: [h2load, ghz],
        connections: 10,
        streams: 10,
        ratios: [],
      },
    ),
};
