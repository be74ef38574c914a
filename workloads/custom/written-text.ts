import type { TextCall } from '../../contracts/custom.ts';
import { noTables, type RequestNumber } from './rows.ts';
import { compileTemplate, renderTemplate, type TemplatePart } from './template.ts';

/** A request over HTTP, written out. */
export interface WrittenText {
  /** Path and query, below the address. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** Where in a request a value stands. */
export interface ValuePlace {
  readonly escaped: (value: string) => string;
  readonly encoding: 'utf8' | 'latin1';
  /** Whether what lies beyond ASCII stands for itself, in UTF-8. */
  readonly beyondAscii: boolean;
}

const inBody = (escaped: ValuePlace['escaped'], beyondAscii = true): ValuePlace => ({
  escaped,
  encoding: 'utf8',
  beyondAscii,
});

const bodies: Readonly<Record<TextCall['escape'], ValuePlace>> = {
  json: inBody((value) => JSON.stringify(value).slice(1, -1)),
  xml: inBody((value) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)),
  url: inBody(encodeURIComponent, false),
  none: inBody((value) => value),
};

/** The places of a request over HTTP; of bodies, that which nothing is escaped in. */
export const textPlaces = {
  target: { escaped: encodeURIComponent, encoding: 'latin1', beyondAscii: false },
  // A value cannot end a header, nor hold what none may; longer letters would be cut to their last octet, which could.
  header: {
    escaped: (value) => value.replace(/[^\P{Cc}\t]/gu, ' ').replace(/[^\0-\xff]/gu, '?'),
    encoding: 'latin1',
    beyondAscii: false,
  },
  // gRPC has printable ASCII there alone.
  metadata: {
    escaped: (value) => value.replace(/[^ -~]/gu, '?'),
    encoding: 'latin1',
    beyondAscii: false,
  },
  plain: bodies.none,
} satisfies Readonly<Record<string, ValuePlace>>;

/** A request over HTTP whose texts are compiled. */
export interface CompiledText {
  readonly target: readonly TemplatePart[];
  readonly headers: readonly (readonly [name: string, value: readonly TemplatePart[]])[];
  readonly body: readonly TemplatePart[] | null;
  /** How values in the body are escaped. */
  readonly place: ValuePlace;
}

/** @throws TemplateFault */
export function compileText(call: TextCall, tables = noTables): CompiledText {
  let values = 0;
  const compile = (text: string): TemplatePart[] => {
    const parts = compileTemplate(text, tables, values);
    values += parts.filter((part) => typeof part !== 'string').length;
    return parts;
  };
  return {
    target: compile(call.target),
    headers: call.headers.map(([name, value]) => [name, compile(value)] as const),
    body: call.body === null ? null : compile(call.body),
    place: bodies[call.escape],
  };
}

/** Compiles a call; what it gives writes the call out for a request. @throws TemplateFault */
export function textWriter(call: TextCall, tables = noTables): (of: RequestNumber) => WrittenText {
  const { target, headers, body, place } = compileText(call, tables);
  const { escaped } = textPlaces.header;
  return (of) => ({
    target: renderTemplate(target, of, encodeURIComponent),
    headers: headers.map(([name, value]) => [name, renderTemplate(value, of, escaped)] as const),
    body: body && renderTemplate(body, of, place.escaped),
  });
}
