import {
  type ErrorKind,
  errorKinds,
  type TargetFaultName,
  targetFaultNames,
  targetFaults,
} from '../../contracts/error-kinds.ts';
import { type ProtocolFacts, protocolFacts, protocolNames } from '../../contracts/protocols.ts';
import { inSeries } from '../../metrics/format.ts';
import { markdownTable } from '../../metrics/markdown.ts';
import { replaceBetween } from './page-parts.ts';

/** Meaning of a kind of error, and its codes as shown in results. */
interface ErrorKindFacts {
  readonly meaning: string;
  readonly codes: readonly string[];
}

/** A fact of all protocols that have it, in their order. */
function ofProtocols<T>(fact: (facts: ProtocolFacts) => T | null): T[] {
  return protocolNames.flatMap((name) => fact(protocolFacts[name]) ?? []);
}
const withRules = ofProtocols(({ label, breach }) => (breach === null ? null : label));
const faults = ofProtocols(({ fault }) => fault);

const errorKindFacts: Readonly<Record<ErrorKind, ErrorKindFacts>> = {
  connect: { meaning: 'no connection', codes: ['ECONNREFUSED', 'EADDRNOTAVAIL'] },
  tls: {
    meaning: 'the handshake failed, or a certificate was refused',
    codes: ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ALPN'],
  },
  timeout: { meaning: 'no complete answer in time', codes: ['TIMEOUT'] },
  reset: {
    meaning: 'the connection or stream broke before the answer was complete',
    codes: ['ECONNRESET', 'CLOSED', 'GOAWAY'],
  },
  protocol: {
    meaning: `the answer breaks the rules of ${inSeries(['HTTP', ...withRules], 'or')}, or is encoded in a way that was not asked for`,
    codes: ['HTTP_HEAD', 'HTTP_ENCODING', 'H2_PROTOCOL', ...ofProtocols(({ breach }) => breach)],
  },
  status: {
    meaning: 'an HTTP status outside 200–299, or a gRPC status other than OK',
    codes: ['503', 'UNAVAILABLE'],
  },
  fault: {
    meaning: inSeries(
      faults.map(({ form }) => form),
      'or',
    ),
    codes: faults.map(({ code }) => code),
  },
  mismatch: {
    meaning: 'a good answer with the wrong content or size',
    codes: ['CONTENT', 'SIZE', 'UNDECODABLE', 'NOT_TAKEN'],
  },
  pool: {
    meaning: 'the service had no database connection free in time',
    codes: ['POOL', 'APPLICATION_ERROR'],
  },
  memory: {
    meaning: 'the answers under way were longer together than what the client keeps of them',
    codes: ['ANSWER_MEMORY'],
  },
};

/** The tables of docs/measuring.md about failed requests, each between markers with its name. */
const tables: Readonly<Record<string, () => string[][]>> = {
  kinds: () => [
    ['kind', 'means', 'examples of codes'],
    ...errorKinds.map((kind) => {
      const { meaning, codes } = errorKindFacts[kind];
      return [`\`${kind}\``, meaning, codes.map((code) => `\`${code}\``).join(', ')];
    }),
  ],
  faults: () => [
    ['the target …', 'kind', 'except with the library client'],
    ...targetFaultNames.map((name) => {
      const { what, kind } = targetFaults[name];
      return [what, `\`${kind}\``, exceptionsTo(name)];
    }),
  ],
};

/** Libraries that report a fault in the same way, for the same reason, are grouped. */
function exceptionsTo(fault: TargetFaultName): string {
  const taken = protocolNames.flatMap((name) => {
    const { library, libraryTakes } = protocolFacts[name];
    const found = libraryTakes[fault];
    return found ? [{ library, ...found }] : [];
  });
  const alike = Map.groupBy(taken, ({ kind, why }) => {
    return ` (${kind === null ? 'no error' : `\`${kind}\``}): ${why}`;
  });
  const libraries = (all: typeof taken) => all.map(({ library }) => library).join(', ');
  return [...alike].map(([what, all]) => libraries(all) + what).join('; ');
}

/** @returns the page with current tables. @throws RangeError when it lacks one. */
export function withErrorTables(page: string): string {
  return Object.entries(tables).reduce((text, [name, make]) => {
    const [titles = [], ...rows] = make();
    const markers = [`<!-- errors: ${name} -->`, '<!-- errors end -->'] as const;
    return replaceBetween(text, markers, markdownTable(titles, rows));
  }, page);
}
