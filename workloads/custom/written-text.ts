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

const escapes: Readonly<Record<TextCall['escape'], (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  xml: (value) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  url: encodeURIComponent,
  none: (value) => value,
};

/** A value cannot end a header. */
const oneLine = (value: string) => value.replace(/[\r\n\0]/g, ' ');

/** Compiles a call; what it gives writes the call out for a request. @throws TemplateFault */
export function textWriter(call: TextCall, tables = noTables): (of: RequestNumber) => WrittenText {
  let values = 0;
  const compile = (text: string): TemplatePart[] => {
    const parts = compileTemplate(text, tables, values);
    values += parts.filter((part) => typeof part !== 'string').length;
    return parts;
  };
  const target = compile(call.target);
  const headers = call.headers.map(([name, value]) => [name, compile(value)] as const);
  const body = call.body === null ? null : compile(call.body);
  const escaped = escapes[call.escape];
  return (of) => ({
    target: renderTemplate(target, of, encodeURIComponent),
    headers: headers.map(([name, value]) => [name, renderTemplate(value, of, oneLine)] as const),
    body: body && renderTemplate(body, of, escaped),
  });
}
