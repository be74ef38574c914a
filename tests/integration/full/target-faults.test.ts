import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ErrorKind,
  type TargetFaultName,
  targetFaultNames,
  targetFaults,
} from '../../../contracts/error-kinds.ts';
import type { OwnService, OwnServiceCall } from '../../../contracts/own-service.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { clientKinds, type Protocol, protocols } from '../../../contracts/words.ts';
import type { Assignment } from '../../../contracts/worker-messages.ts';
import { type Identity, serverIdentity } from '../../../engine/platform/tls/identity.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { scripts } from '../../support/hostile/scripts.ts';
import { type HostileTarget, startHostileTarget } from '../../support/hostile/target.ts';
import { assignment, plainPlace, startWorker, type TestWorker } from '../../support/worker.ts';

const pairs = protocols.flatMap((protocol) => clientKinds.map((client) => ({ protocol, client })));
type Pair = (typeof pairs)[number];

const home = makeFolder();
let worker: TestWorker;
let identity: Identity;
beforeAll(async () => {
  worker = startWorker();
  identity = await serverIdentity(home);
});
afterAll(async () => {
  await worker.end();
  removeFolder(home);
});

/** How a client has to classify a fault; null if it accepts the answer. */
function kindOf(fault: TargetFaultName, { protocol, client }: Pair) {
  const exception = protocolFacts[protocol].libraryTakes[fault];
  return client === 'library' && exception ? exception.kind : targetFaults[fault].kind;
}

/** Where the code is also the same for every client. */
const codes: Readonly<Partial<Record<TargetFaultName, string>>> = {
  refuses: 'ECONNREFUSED',
  otherName: 'ERR_TLS_CERT_ALTNAME_INVALID',
  otherProtocol: 'ALPN',
  silent: 'TIMEOUT',
  stalls: 'TIMEOUT',
  undecodable: 'UNDECODABLE',
  otherContent: 'CONTENT',
  otherSize: 'SIZE',
};

/** A size or an encoding is found wrong without decoding. */
const seenBySize: readonly TargetFaultName[] = ['otherSize', 'encodes', 'compresses'];
/** These fail if TLS is requested and the server does not use it. */
const withoutTls: readonly TargetFaultName[] = ['plainText', 'endsHandshake'];

/** Where a client looks for a target with a fault. */
async function portOf(fault: TargetFaultName, target: HostileTarget): Promise<number> {
  if (fault === 'refuses') return freePort();
  const isSecure = targetFaults[fault].kind === 'tls' && !withoutTls.includes(fault);
  return isSecure ? target.securePort : target.port;
}

const bodyOf = (text: string) => [{ text, escape: 'none' as const }];
const textCall = { kind: 'text', method: 'POST', target: '/' } as const;
const ownCalls: Readonly<Record<'resource' | 'envelope' | 'query' | 'message', OwnServiceCall>> = {
  resource: { ...textCall, headers: [], body: bodyOf('a'), success: 'status' },
  envelope: {
    ...textCall,
    headers: [['content-type', 'text/xml']],
    body: bodyOf('<Envelope/>'),
    success: 'fault',
  },
  query: {
    ...textCall,
    headers: [['content-type', 'application/json']],
    body: bodyOf('{"query":"{a}","variables":{}}'),
    success: 'errors',
  },
  message: {
    kind: 'protobuf',
    path: '/s.S/Get',
    metadata: [],
    message: {},
    request: 'M',
    response: 'M',
    schema: 0,
    stream: 'none',
  },
};

/** An own request over a protocol, without checks; null if there is none. */
function ownService(protocol: Protocol): OwnService | null {
  const { custom } = protocolFacts[protocol];
  if (custom === null) return null;
  const small = { name: 'small', doc: '', changes: false, checks: {}, agree: [] };
  return {
    requests: [{ ...small, calls: { [protocol]: ownCalls[custom] } }],
    schemas: [JSON.stringify({ nested: { M: { fields: {} } } })],
    ...{ mixes: [], flows: [], taken: [], data: [], secrets: [], tokens: [] },
  };
}

/** Depends on the format of bundled services, or on the expected content of their answers. */
const ofBundled: readonly ErrorKind[] = ['pool', 'mismatch'];

/** Two requests of one user. */
function planOf(pair: Pair, fault: TargetFaultName, port: number): Assignment {
  const { kind } = targetFaults[fault];
  // The older one refuses a client within the handshake.
  const tls = kind !== 'tls' ? 'off' : fault === 'wantsCertificate' ? 'tls1.2' : 'on';
  const plan = assignment(
    { ...plainPlace(port), ca: identity.ca },
    {
      cell: { ...pair, shape: 'small', users: 1, tls },
      requests: 2,
      timeoutMs: kindOf(fault, pair) === 'timeout' ? 60 : 20_000,
      verify: seenBySize.includes(fault) ? 'none' : 'all',
    },
  );
  if (plan.address.tls && fault === 'otherName') plan.address.tls.serverName = 'elsewhere.test';
  if (plan.address.tls && fault === 'unknownAuthority') plan.address.tls.ca = [];
  return plan;
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe.each(protocols)('%s', (protocol) => {
  let target: HostileTarget;
  beforeAll(async () => {
    target = await startHostileTarget(protocol, identity);
  });
  afterAll(() => target.close());

  const faults = targetFaultNames.filter((fault) => scripts[fault](protocol));
  const own = ownService(protocol);
  const cells = clientKinds.flatMap((client) =>
    faults.flatMap((fault) => {
      const { what, kind } = targetFaults[fault];
      const bundled = { who: client, client, fault, what, custom: {} };
      // The raw drivers of both share their connections.
      if (!own || client === 'raw' || ofBundled.includes(kind)) return [bundled];
      const custom = { workload: 'custom', custom: own } as const;
      return [bundled, { ...bundled, who: `${client}, own service`, custom }];
    }),
  );

  it.each(cells)('$who: a target that $what', async ({ client, fault, custom }) => {
    const pair = { protocol, client };
    target.follow(scripts[fault](protocol) ?? {});
    const plan = planOf(pair, fault, await portOf(fault, target));
    const outcome = await worker.run({ ...plan, ...custom });
    const kind = kindOf(fault, pair);
    const code = codes[fault];
    const seen = outcome.errors.map((error) => (code ? error : error.split(' ')[0]));
    const due = code ? `${kind} ${code}` : kind;
    expect([...new Set(seen)], outcome.messages.join('\n')).toEqual(due === null ? [] : [due]);
    // The first answer of a size is as good as any.
    const good = kind === null ? 2 : fault === 'otherSize' ? 1 : 0;
    expect(outcome).toMatchObject({ ok: good, failed: 2 - good });
  });

  it.each(clientKinds)('%s: names the encoding of an answer', async (client) => {
    const script = scripts.encodes(protocol);
    if (!script) return;
    target.follow(script);
    const outcome = await worker.run(planOf({ protocol, client }, 'encodes', target.port));
    // Of gRPC the library keeps the name to itself.
    expect(outcome.messages[0]).toMatch(protocol === 'grpc' ? 'compressed' : 'exi');
  });

  it.runIf(hasIpv6).each(clientKinds)('%s: calls an IPv6 address by its name', async (client) => {
    const there = await startHostileTarget(protocol, identity, '::1');
    there.follow(scripts.otherContent(protocol) ?? {});
    const plan = planOf({ protocol, client }, 'plainText', there.securePort);
    const tls = plan.address.tls && { ...plan.address.tls, serverName: '::1' };
    const outcome = await worker.run({ ...plan, address: { ...plan.address, host: '::1', tls } });
    expect(outcome.errors).toEqual(['mismatch CONTENT']);
    // RSocket has no equivalent.
    const authority = protocol === 'rsocket' ? '' : `[::1]:${there.securePort}`;
    expect(there.authorities).toEqual([authority, authority]);
    // An address may not be sent as a server name (RFC 6066, 3).
    expect(there.serverNames).toEqual(['']);
    await there.close();
  });
});
