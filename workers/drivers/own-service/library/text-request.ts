import type { TextCall } from '../../../../contracts/own-service.ts';
import type { Address } from '../../../../contracts/worker-messages.ts';
import { authorityOf } from '../../../../contracts/worker-messages.ts';
import type { Message } from '../../../../workloads/description.ts';
import { tablesOf } from '../../../../workloads/own-service/rows.ts';
import { renderTemplate } from '../../../../workloads/own-service/template.ts';
import { compileText, textPlaces } from '../../../../workloads/own-service/written-text.ts';
import { codingOf, encodedFailure } from '../../http/status.ts';
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

/** An answer as it came, whatever its library has made of it. */
export interface HeardAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** An answer as checks look at it. @throws CallFailure for one that says no. */
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
  // Libraries take the header of a coding away that they have undone.
  const coding = codingOf(String(headers['content-encoding'] ?? ''));
  if (coding !== null) throw new CallFailure(encodedFailure(coding));
  return checkedAnswer(
    status,
    () => fieldsIn(headers),
    () => text,
    () => Buffer.from(text),
  );
}

/** Fields of which the library lists several by one name have the last, as in every {@link checkedAnswer}. */
function fieldsIn(headers: HeardAnswer['headers']): [name: string, value: string][] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    String(Array.isArray(value) ? value.at(-1) : value),
  ]);
}

/** The size of an answer to a request of the user's own. */
export const sizeOfBody = (answer: Message) => String(answer.body).length;

/** A request as an application has it, before its library encodes it. */
export interface TextRequest {
  /** Path and query, with the base path of the address. */
  readonly target: string;
  /** Names in lower case; the host is always said. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** What a body of JSON is made of, where that tells all of it; null for any other. */
  readonly object: object | null;
}

/**
 * Prepares requests by what makes a call of one that is written out.
 * @param make is asked once for each call, what it gives for each request.
 */
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

/** Scheme and authority, below which targets are. */
export const originOf = ({ tls, host, port }: Address) =>
  `${tls ? 'https' : 'http'}://${authorityOf({ host, port })}`;

function objectIn({ body }: Pick<TextCall, 'body'>, octets: Buffer): object | null {
  const [piece] = body ?? [];
  if (body?.length !== 1 || !piece || !('text' in piece) || piece.escape !== 'json') return null;
  const text = octets.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    // Long numbers, and spaces between values, are lost on the way.
    const isWhole = typeof value === 'object' && value !== null && JSON.stringify(value) === text;
    return isWhole ? value : null;
  } catch {
    return null;
  }
}
