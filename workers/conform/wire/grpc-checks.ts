import type { ClientHttp2Session } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConformWorkload } from '../../../contracts/conform.ts';
import { maxMessageBytes } from '../../../contracts/service-messages.ts';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import { grpcPathOf, isOffered } from '../../../workloads/description.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { protobufCodec } from '../../codecs/protobuf.ts';
import type { CheckedService, ConformCheck } from '../check.ts';
import { sampleCalls } from '../samples.ts';
import { differenceWords } from '../words.ts';
import { askGrpc, type GrpcAnswered, type GrpcAsked, grpcWords, openGrpc } from './grpc-ask.ts';
import { firstWrong } from './http-habits.ts';

type Judge = (answer: GrpcAnswered, service: CheckedService) => string | null;

/** A call with the requirement for its answer. */
interface GrpcExchange {
  readonly name: string;
  readonly holds: string;
  readonly sent: string;
  readonly expected: string;
  readonly send: GrpcAsked;
  readonly judge: Judge;
}

/** Requests of a workload, and their methods. */
interface Subject {
  readonly workload: ConformWorkload;
  /** Full name of the service. */
  readonly service: string;
  readonly path: string;
  /** Full path of its methods, and their names. */
  readonly methods: readonly string[];
  message(number: number): Buffer;
  /** @returns what is wrong with the answer to that number; null if it is right. */
  judge(answer: GrpcAnswered, number: number, service: CheckedService): string | null;
}

function subjectOf(workload: ConformWorkload): Subject {
  const { operation, request, answer } = sampleCalls[workload];
  const { description } = workloadOf(workload);
  const all = Object.values(description.operations).filter((one) => isOffered(one, 'grpc'));
  const [asked, answered] = [operation.request, operation.response].map(protobufCodec);
  if (!asked || !answered) throw new TypeError('there is no codec');
  return {
    workload,
    service: `${description.package}.${description.service}`,
    path: grpcPathOf(description, operation),
    methods: all.map(({ method }) => method),
    message: (number) => prefixMessage(asked.encode(request(number))),
    judge: (came, number, service) => {
      const [message] = came.messages;
      if (came.status !== 'OK' || message === undefined) return grpcWords(came);
      return differenceWords(answer(number, service), answered.decode(message));
    },
  };
}

/** @param names of statuses. */
function isRefused(...names: readonly string[]): Pick<GrpcExchange, 'expected' | 'judge'> {
  return {
    expected: names.join(' or '),
    judge: (answer) => (names.includes(answer.status ?? '') ? null : grpcWords(answer)),
  };
}

const nothing = prefixMessage(Buffer.alloc(0));
/** A field of texts in Protobuf. */
const textField = (number: number, text: string) =>
  Buffer.concat([Buffer.from([number * 8 + 2, text.length]), Buffer.from(text)]);
const unknownField = Buffer.from([0xfa, 0x3e, 3, 1, 2, 3]);

function calls(subject: Subject): GrpcExchange[] {
  const { path, service, message, judge } = subject;
  const right = {
    expected: 'the right answer',
    judge: (answer: GrpcAnswered, checked: CheckedService) => judge(answer, 0, checked),
  };
  const whole = message(0);
  const longer = prefixMessage(Buffer.concat([whole.subarray(5), unknownField]));
  return [
    {
      name: 'unknown-field',
      holds: 'ignores unknown fields',
      sent: 'the sample with a field 1007',
      send: { path, content: [longer] },
      ...right,
    },
    {
      name: 'small-frames',
      holds: 'reassembles a message from many frames',
      sent: 'the sample in frames of one byte',
      send: { path, content: Array.from(whole, (byte) => Buffer.from([byte])) },
      ...right,
    },
    {
      name: 'deadline',
      holds: 'accepts calls with a deadline, and with metadata',
      sent: 'the sample with grpc-timeout: 20S and x-request-id: 1',
      send: { path, content: [whole], headers: { 'grpc-timeout': '20S', 'x-request-id': '1' } },
      ...right,
    },
    {
      name: 'content-type',
      holds: 'accepts application/grpc+proto',
      sent: 'the sample as application/grpc+proto',
      send: { path, content: [whole], headers: { 'content-type': 'application/grpc+proto' } },
      ...right,
    },
    {
      name: 'unknown-method',
      holds: 'answers unknown methods with UNIMPLEMENTED',
      sent: `a call of ${service}/Other`,
      send: { path: `/${service}/Other`, content: [nothing] },
      ...isRefused('UNIMPLEMENTED'),
    },
    {
      name: 'unknown-service',
      holds: 'answers unknown services with UNIMPLEMENTED',
      sent: 'a call of nobody.v1.Nothing/Echo',
      send: { path: '/nobody.v1.Nothing/Echo', content: [nothing] },
      ...isRefused('UNIMPLEMENTED'),
    },
    ...(
      [
        ['cut-tag', 'an incomplete tag', [0x80]],
        ['wire-type', 'an unknown wire type', [0x0f]],
        ['endless-varint', 'an endless varint', new Array(12).fill(0xff)],
      ] as const
    ).map(
      ([name, what, bytes]): GrpcExchange => ({
        name,
        holds: 'refuses bytes that are not a message',
        sent: what,
        send: { path, content: [prefixMessage(Buffer.from(bytes))] },
        ...isRefused('INVALID_ARGUMENT', 'INTERNAL'),
      }),
    ),
    {
      name: 'no-message',
      holds: 'refuses a call without its message',
      sent: 'a stream that ends at once',
      send: { path, content: [] },
      expected: 'any status but OK',
      judge: (answer) =>
        answer.status !== null && answer.status !== 'OK' ? null : grpcWords(answer),
    },
    {
      name: 'other-type',
      holds: 'refuses other content types than gRPC',
      sent: 'the sample as application/json',
      send: { path, content: [whole], headers: { 'content-type': 'application/json' } },
      expected: 'HTTP status 415',
      judge: (answer) => (answer.httpStatus === 415 ? null : grpcWords(answer)),
    },
    {
      name: 'too-large',
      holds: 'refuses messages longer than 134,217,728 bytes by their prefix',
      sent: `a message that is announced with ${maxMessageBytes + 1} bytes, and begins`,
      send: { path, content: [announced(maxMessageBytes + 1)], open: true },
      ...isRefused('RESOURCE_EXHAUSTED', 'OUT_OF_RANGE'),
    },
  ];
}

/** The beginning of a message of this many bytes. */
function announced(bytes: number): Buffer {
  const start = Buffer.alloc(100);
  start.writeUInt32BE(bytes, 1);
  return start;
}

const healthMethod = '/grpc.health.v1.Health/Check';

function probes({ service }: Subject): GrpcExchange[] {
  const serving = (name: string, what: string, asked: Buffer): GrpcExchange => ({
    name,
    holds: 'reports SERVING by the health protocol',
    sent: `${healthMethod} of ${what}`,
    expected: 'SERVING',
    send: { path: healthMethod, content: [prefixMessage(asked)] },
    judge: (answer) => {
      const [message] = answer.messages;
      const isServing = answer.status === 'OK' && message?.equals(Buffer.from([0x08, 1]));
      return isServing ? null : `${grpcWords(answer)}, ${message?.toString('hex') ?? 'no message'}`;
    },
  });
  return [
    serving('health', 'everything', Buffer.alloc(0)),
    serving('health-service', service, textField(1, service)),
    {
      name: 'health-unknown',
      holds: 'answers health checks of unknown services with NOT_FOUND',
      sent: `${healthMethod} of nobody`,
      send: { path: healthMethod, content: [prefixMessage(textField(1, 'nobody'))] },
      ...isRefused('NOT_FOUND'),
    },
  ];
}

/** Its versions, the newer first; clients try both. */
const reflections = ['v1', 'v1alpha'].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
);

interface Reflected {
  readonly name: string;
  readonly holds: string;
  readonly sent: string;
  readonly asked: Buffer;
  readonly has: readonly string[];
}

function reflectionCheck({ name, holds, sent, asked, has }: Reflected): ConformCheck {
  return {
    name,
    holds,
    sent,
    expected: has.join(', '),
    find: (service) =>
      withSession(service, async (session) => {
        let came = 'nothing';
        for (const path of reflections) {
          const answer = await askGrpc(session, { path, content: [prefixMessage(asked)] });
          const text = Buffer.concat(answer.messages).toString('latin1');
          const lacks = has.filter((one) => !text.includes(one));
          if (answer.status === 'OK' && lacks.length === 0) return null;
          came = answer.status === 'OK' ? `no ${lacks.join(', no ')}` : grpcWords(answer);
          if (answer.status !== 'UNIMPLEMENTED') break;
        }
        return came;
      }),
  };
}

function reflected({ service, methods }: Subject): ConformCheck[] {
  const [, short = service] = /\.(\w+)$/.exec(service) ?? [];
  return [
    {
      name: 'reflection-list',
      holds: 'lists its services by reflection (v1 or v1alpha)',
      sent: 'list_services',
      asked: textField(7, '*'),
      has: [service, 'grpc.health.v1.Health'],
    },
    {
      name: 'reflection-file',
      holds: 'describes its methods by reflection (v1 or v1alpha)',
      sent: `file_containing_symbol of ${service}`,
      asked: textField(4, service),
      has: [short, ...methods],
    },
    {
      name: 'reflection-health',
      holds: 'describes the health service by reflection (v1 or v1alpha)',
      sent: 'file_containing_symbol of grpc.health.v1.Health',
      asked: textField(4, 'grpc.health.v1.Health'),
      has: ['HealthCheckRequest'],
    },
  ].map(reflectionCheck);
}

const manyCalls = 100;
const manyStreams = 500;
const manyConnections = 100;

/** Requirements for connections. */
function habits({ path, message, judge }: Subject): ConformCheck[] {
  const ask = async (session: ClientHttp2Session, number: number, service: CheckedService) =>
    judge(await askGrpc(session, { path, content: [message(number)] }), number, service);
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  return [
    {
      name: 'keep-alive',
      holds: 'keeps a connection for any number of calls',
      sent: `${manyCalls} calls, one after the other, over one connection`,
      expected: 'right answers',
      find: (service) =>
        withSession(service, async (session) => {
          for (const number of numbers(manyCalls)) {
            const wrong = await ask(session, number, service);
            if (wrong !== null) return `to call ${number + 1}: ${wrong}`;
          }
          return null;
        }),
    },
    {
      name: 'idle',
      holds: 'closes no connection because it is idle',
      sent: 'a call, nothing for as long as --idle says, and a call over the same connection',
      expected: 'right answers',
      skip: ({ idleMs }) => (idleMs > 0 ? null : 'only with --idle'),
      find: (service) =>
        withSession(service, async (session) => {
          const first = await ask(session, 0, service);
          await delay(service.idleMs);
          return first ?? (await ask(session, 1, service));
        }),
    },
    {
      name: 'streams',
      holds: `answers ${manyStreams} calls at once on one connection`,
      sent: `${manyStreams} calls at once over one connection`,
      expected: `room for ${manyStreams} streams in its settings, and to each call its own right answer`,
      find: (service) =>
        withSession(service, async (session) => {
          const { maxConcurrentStreams: most = Number.POSITIVE_INFINITY } = session.remoteSettings;
          if (most < manyStreams) return `its settings allow ${most} streams at once`;
          const wrong = numbers(manyStreams).map((number) => ask(session, number, service));
          return firstWrong(await Promise.all(wrong));
        }),
    },
    {
      name: 'parallel',
      holds: `takes ${manyConnections} connections at once`,
      sent: `${manyConnections} calls at once, each over a connection of its own`,
      expected: 'to each its own right answer',
      find: async (service) => {
        const wrong = numbers(manyConnections).map((number) =>
          withSession(service, (session) => ask(session, number, service)),
        );
        return firstWrong(await Promise.all(wrong));
      },
    },
    {
      name: 'alpn',
      holds: 'agrees on HTTP/2 by ALPN',
      sent: 'a TLS handshake that offers h2',
      expected: 'h2',
      skip: ({ address }) => (address.tls ? null : 'only over TLS'),
      find: (service) =>
        withSession(service, async ({ alpnProtocol }) =>
          alpnProtocol === 'h2' ? null : String(alpnProtocol),
        ),
    },
  ];
}

async function withSession<T>(
  service: CheckedService,
  act: (session: ClientHttp2Session) => Promise<T>,
): Promise<T> {
  const session = await openGrpc(service);
  try {
    return await act(session);
  } finally {
    session.destroy();
  }
}

function grpcCheck({ send, judge, ...words }: GrpcExchange): ConformCheck {
  return {
    ...words,
    find: (service) =>
      withSession(service, async (session) => judge(await askGrpc(session, send), service)),
  };
}

/** Requirements for gRPC services, besides right answers. */
export function grpcChecks(workload: ConformWorkload): ConformCheck[] {
  const subject = subjectOf(workload);
  return [
    ...probes(subject).map(grpcCheck),
    ...reflected(subject),
    ...calls(subject).map(grpcCheck),
    ...habits(subject),
  ];
}
