import type { BodyPiece, TextCall } from '../../contracts/own-service.ts';
import { noTables, type RequestNumber } from './rows.ts';
import { compileTemplate, renderTemplate, type TemplatePart } from './template.ts';

/** A rendered HTTP request. */
export interface WrittenText {
  /** Path and query, below the address. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** For people to read: octets of files are replaced by their number. */
  readonly body: string | null;
}

/** Position of a value in a request. */
export interface ValuePlace {
  readonly escaped: (value: string) => string;
  readonly encoding: 'utf8' | 'latin1';
  /** Whether non-ASCII characters are allowed, in UTF-8. */
  readonly beyondAscii: boolean;
}

const inBody = (escaped: ValuePlace['escaped'], beyondAscii = true): ValuePlace => ({
  escaped,
  encoding: 'utf8',
  beyondAscii,
});

type Escape = Extract<BodyPiece, { readonly text: string }>['escape'];

const bodies: Readonly<Record<Escape, ValuePlace>> = {
  json: inBody((value) => JSON.stringify(value).slice(1, -1)),
  xml: inBody((value) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)),
  url: inBody(encodeURIComponent, false),
  // Names in the head of a form part, escaped as by browsers.
  quoted: inBody((value) => value.replace(/["\r\n]/g, encodeURIComponent)),
  none: inBody((value) => value),
};

/** The positions in an HTTP request; of bodies, the one without escaping. */
export const textPlaces = {
  target: { escaped: encodeURIComponent, encoding: 'latin1', beyondAscii: false },
  // A value cannot end a header or contain forbidden characters; wider characters would be truncated to their
  // last octet, which might.
  header: {
    escaped: (value) => value.replace(/[^\P{Cc}\t]/gu, ' ').replace(/[^\0-\xff]/gu, '?'),
    encoding: 'latin1',
    beyondAscii: false,
  },
  // gRPC allows only printable ASCII there.
  metadata: {
    escaped: (value) => value.replace(/[^ -~]/gu, '?'),
    encoding: 'latin1',
    beyondAscii: false,
  },
  plain: bodies.none,
} satisfies Readonly<Record<string, ValuePlace>>;

/** An HTTP request with compiled texts. */
export interface CompiledText {
  readonly target: readonly TemplatePart[];
  readonly headers: readonly (readonly [name: string, value: readonly TemplatePart[]])[];
  /** Its pieces, each with the escaping of its values. */
  readonly body:
    | readonly (readonly [parts: readonly TemplatePart[] | Uint8Array, place: ValuePlace])[]
    | null;
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
    body:
      call.body?.map((piece) =>
        'text' in piece
          ? ([compile(piece.text), bodies[piece.escape]] as const)
          : ([piece.octets, bodies.none] as const),
      ) ?? null,
  };
}

/** Compiles a call into a function that renders it for a request. @throws TemplateFault */
export function textWriter(call: TextCall, tables = noTables): (of: RequestNumber) => WrittenText {
  const { target, headers, body } = compileText(call, tables);
  const { escaped } = textPlaces.header;
  return (of) => ({
    target: renderTemplate(target, of, encodeURIComponent),
    headers: headers.map(([name, value]) => [name, renderTemplate(value, of, escaped)] as const),
    body:
      body
        ?.map(([parts, place]) =>
          parts instanceof Uint8Array
            ? `‹${parts.length} bytes›`
            : renderTemplate(parts, of, place.escaped),
        )
        .join('') ?? null,
  });
}
