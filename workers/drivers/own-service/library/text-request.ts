import type { TextCall } from '../../../../contracts/own-service.ts';
import type { Address } from '../../../../contracts/worker-messages.ts';
import { authorityOf } from '../../../../contracts/worker-messages.ts';
import type { Message } from '../../../../workloads/description.ts';
import { tablesOf } from '../../../../workloads/own-service/rows.ts';
import { renderTemplate } from '../../../../workloads/own-service/template.ts';
import { compileText, textPlaces } from '../../../../workloads/own-service/written-text.ts';
import { codingOf } from '../../http/coding.ts';
import { encodedFailure } from '../../http/status.ts';
import { CallFailure } from '../../library/http-connection.ts';
import { checkedAnswer } from '../answer.ts';
import { ByteTemplate, written } from '../byte-template.ts';
import {
  type CallsByOperation,
  type KnownCall,
  type OwnServiceDriverOptions,
  writersOf,
} from '../calls.ts';
import { RequestBuffer } from '../request-buffer.ts';
import { signOfFailure, textFailure } from '../text-call.ts';

/** An answer as received, whatever its library made of it. */
export interface HeardAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** An answer in the form for checks. @throws CallFailure for an unsuccessful one. */
export function answerIn(
  { call, status: expected }: KnownCall<TextCall>,
  { status, headers, text }: HeardAnswer,
): Message {
  const sign = signOfFailure[call.success];
  const isPlain = status >= 200 && status < 300 && (sign === null || !text.includes(sign));
  const failure = textFailure(call, expected, status, {
    body: isPlain ? null : Buffer.from(text),
    coding: null,
  });
  if (failure) throw new CallFailure(failure);
  // Libraries remove the header of a coding that they have decoded.
  const coding = codingOf(String(headers['content-encoding'] ?? ''));
  if (coding !== null) throw new CallFailure(encodedFailure(coding));
  return checkedAnswer(
    status,
    () => fieldsIn(headers),
    () => text,
    () => Buffer.from(text),
  );
}

/** Of several fields with one name, the last is kept, as in every {@link checkedAnswer}. */
function fieldsIn(headers: HeardAnswer['headers']): [name: string, value: string][] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    String(Array.isArray(value) ? value.at(-1) : value),
  ]);
}

/** The size of an answer of an own service. */
export const sizeOfBody = (answer: Message) => String(answer.body).length;

/** A request as an application has it, before its library encodes it. */
export interface TextRequest {
  /** Path and query, with the base path of the address. */
  readonly target: string;
  /** Lower-case names; always includes the host. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** The template of a JSON body, if it is the whole body; null for any other. */
  readonly object: object | null;
}

/** Prepares requests from rendered calls. @param make called once per call; its result is called for each request. */
export function textRequests<Prepared>(
  { address, service }: Pick<OwnServiceDriverOptions, 'address' | 'service'>,
  calls: CallsByOperation<TextCall>,
  make: (known: KnownCall<TextCall>) => (request: TextRequest) => Prepared,
) {
  const tables = tablesOf(service);
  const { escaped } = textPlaces.header;
  return writersOf(calls, (known) => {
    const { target, headers, body } = compileText(known.call, tables);
    const content = body && new ByteTemplate(body);
    const into = new RequestBuffer();
    const prepare = make(known);
    return (operation, of) => {
      const sent = headers.map(([name, value]) => [name, renderTemplate(value, of, escaped)]);
      const octets = content && written(content, of, into);
      return {
        operation,
        ...prepare({
          target: address.basePath + renderTemplate(target, of, encodeURIComponent),
          headers: { host: authorityOf(address), ...Object.fromEntries(sent) },
          body: octets,
          object: octets && objectIn(known.call, octets),
        }),
      };
    };
  });
}

/** Scheme and authority, prefix of targets. */
export const originOf = ({ tls, host, port }: Address) =>
  `${tls ? 'https' : 'http'}://${authorityOf({ host, port })}`;

function objectIn({ body }: Pick<TextCall, 'body'>, octets: Buffer): object | null {
  const [piece] = body ?? [];
  if (body?.length !== 1 || !piece || !('text' in piece) || piece.escape !== 'json') return null;
  const text = octets.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    // Long numbers, and spaces between values, would get lost.
    const isWhole = typeof value === 'object' && value !== null && JSON.stringify(value) === text;
    return isWhole ? value : null;
  } catch {
    return null;
  }
}
