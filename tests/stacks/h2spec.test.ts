import {
  createSecureServer,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TlsLevel } from '../../contracts/words.ts';
import { programOf } from '../../scripts/support/foreign-clients.ts';
import { streamWindowBytes } from '../../services/gateway/http2-upstream.ts';
import { listen, OpenConnections, stopListening } from '../../services/listening.ts';
import { sessionOptions, windowBytes } from '../../services/rest/rest-h2.ts';
import { tlsServerOptions } from '../../services/tls/server-options.ts';
import {
  type Asked,
  askH2spec,
  countCases,
  flood,
  sectionGroups,
  sectionsOf,
} from '../support/h2spec.ts';
import { gatewayBefore } from '../support/hops.ts';
import { removeTestIdentities, startCommand, startService } from '../support/service.ts';

/** As long as h2spec waits by default, and where a case is tried again. */
const [waitSeconds, patientSeconds] = [2, 10];
/** A slow machine may take as long as it likes. */
const maxMs = 3_600_000;
/** A case counts that fails so often, however slow the machine is. */
const tries = 3;

type Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** A service of ours, and what Node's own server has to be like for the two to be compared. */
interface Compared {
  readonly name: string;
  readonly levels: readonly TlsLevel[];
  readonly start: (tls: TlsLevel) => Promise<number>;
  readonly options: SecureServerOptions;
  /** Of a whole connection; null where it stays as it is. */
  readonly windowBytes: number | null;
  /** The most streams that there can be: h2spec would open four thousand million to have one too many. */
  readonly isUnlimited?: true;
  /** Answers without waiting for a body, as ours does where it knows of no such path. */
  readonly answer: Handler;
}

async function started(protocol: 'rest-h2' | 'grpc', tls: TlsLevel): Promise<number> {
  const service = await startService({ protocol, tls });
  onTestFinished(async () => void (await service.stop()));
  return service.port;
}

const notFound: Handler = (_request, response) => {
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
  response.end('{"error":"There is nothing at /"}');
};
/** gRPC refuses what is no call of gRPC by a head alone. */
const notGrpc: Handler = ({ stream }) => stream.respond({ ':status': 415 }, { endStream: true });

const compared: readonly Compared[] = [
  {
    name: 'REST',
    levels: ['off', 'on'],
    start: (tls) => started('rest-h2', tls),
    options: sessionOptions,
    windowBytes,
    answer: notFound,
  },
  {
    name: 'gRPC',
    levels: ['off', 'on'],
    start: (tls) => started('grpc', tls),
    // As @grpc/grpc-js sets them.
    options: {
      maxSendHeaderBlockLength: Number.MAX_SAFE_INTEGER,
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
    },
    windowBytes: null,
    answer: notGrpc,
  },
  {
    name: 'the gateway for HTTP/2',
    levels: ['off'],
    start: async (tls) => {
      const { port } = await gatewayBefore(await started('rest-h2', tls), { protocol: 'rest-h2' });
      return port;
    },
    options: {
      settings: { initialWindowSize: streamWindowBytes, maxConcurrentStreams: 4_294_967_295 },
    },
    windowBytes: streamWindowBytes * 16,
    isUnlimited: true,
    answer: notFound,
  },
];

/** Node's own server with the same settings. */
async function startBare(
  { options, answer, windowBytes: size }: Compared,
  level: TlsLevel,
): Promise<number> {
  const { tls } = await startCommand({ protocol: 'rest-h2', tls: level });
  const server = tls
    ? createSecureServer({ ...options, ...tlsServerOptions(tls) }, answer)
    : createServer(options, answer);
  server.on('session', (session: ServerHttp2Session) => {
    if (size !== null) session.setLocalWindowSize(size);
  });
  server.on('sessionError', () => undefined);
  const connections = new OpenConnections().watch(server);
  onTestFinished(() => stopListening(server, connections));
  return listen(server, { host: '127.0.0.1', port: 0 });
}

/** Cases of some sections that ours fails every time, and Node's does not. */
async function worse(ours: Asked, bare: Asked, sections: readonly string[]) {
  const [here, there] = [
    await askH2spec(ours, sections, waitSeconds),
    await askH2spec(bare, sections, waitSeconds),
  ];
  const suspects = new Map<string, string>();
  for (const [name, seen] of here) {
    if (seen !== null && there.get(name) === null) suspects.set(name, seen);
  }
  for (let again = 1; again < tries && suspects.size > 0; again += 1) {
    const named = new Set([...suspects.keys()].flatMap(sectionsOf));
    const repeated = await askH2spec(ours, [...named], patientSeconds);
    for (const name of suspects.keys()) {
      if (repeated.get(name) === null) suspects.delete(name);
    }
  }
  return { cases: [...here.keys()], suspects: Object.fromEntries(suspects) };
}

describe.skipIf(programOf('h2spec') === null)('HTTP/2 by the book, as h2spec has it', () => {
  afterAll(removeTestIdentities);
  const pairs = compared.flatMap((one) => one.levels.map((level) => ({ ...one, level })));

  it.each(pairs)(
    'is kept by $name, TLS $level, as by Node’s own server',
    { timeout: maxMs },
    async (pair) => {
      const { level } = pair;
      const cases = new Set<string>();
      const groups = pair.isUnlimited
        ? sectionGroups.filter((group) => !group.includes(flood))
        : sectionGroups;
      for (const sections of groups) {
        const ours = { port: await pair.start(level), tls: level !== 'off' };
        const bare = { port: await startBare(pair, level), tls: level !== 'off' };
        const found = await worse(ours, bare, sections);
        expect(found.suspects).toEqual({});
        for (const name of found.cases) cases.add(name);
      }
      expect(cases.size).toBe((await countCases()) - (pair.isUnlimited ? 1 : 0));
    },
  );
});
