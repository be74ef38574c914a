import { createRequest } from '@urql/core';
import type { Response } from 'undici';
import type { TextCall } from '../../../../contracts/own-service.ts';
import type { Driver } from '../../driver.ts';
import { undecodableFailure } from '../../failures.ts';
import { newWatch } from '../../library/agents.ts';
import { GraphqlClient, resultOf } from '../../library/graphql-library.ts';
import {
  CallFailure,
  type LibraryCall,
  LibraryHttpConnection,
} from '../../library/http-connection.ts';
import type { CallsByOperation, OwnServiceDriverOptions } from '../calls.ts';
import { answerIn, type HeardAnswer, originOf, sizeOfBody, textRequests } from './text-request.ts';

/** Keeps the text of the last answer, of which the library provides only the data. */
class HearingClient extends GraphqlClient {
  #heard: HeardAnswer | null = null;

  /** The last answer, once. */
  takeHeard(): HeardAnswer | null {
    const heard = this.#heard;
    this.#heard = null;
    return heard;
  }

  protected override received(response: Response): void {
    const read = response.text.bind(response);
    const { status, headers } = response;
    const hear = async () => {
      const text = await read();
      // Its encoding has been decoded; unsupported ones were refused before.
      const { 'content-encoding': _undone, ...fields } = Object.fromEntries(headers);
      this.#heard = { status, headers: fields, text };
      return text;
    };
    Object.defineProperty(response, 'text', { value: hear });
  }
}

/** Content of a call's body. */
interface Question {
  readonly query: string;
  readonly operationName?: string;
  readonly variables: Record<string, unknown>;
}

/** The requested operation with all fragments, in the library's form: parsed once. */
function documentOf({ body }: Pick<TextCall, 'body'>) {
  const [piece] = body ?? [];
  if (!piece || !('text' in piece)) throw new TypeError('there is no document');
  const { query, operationName }: Question = JSON.parse(piece.text);
  const { query: document } = createRequest(query, {});
  const definitions = document.definitions.filter(
    (one) =>
      one.kind !== 'OperationDefinition' ||
      operationName === undefined ||
      one.name?.value === operationName,
  );
  const operation = definitions.find((one) => one.kind === 'OperationDefinition');
  return {
    document: { kind: 'Document' as const, definitions },
    changes: operation?.kind === 'OperationDefinition' && operation.operation === 'mutation',
  };
}

/** Requests to an own service through @urql/core, without its cache, over HTTP/1.1 with undici. */
export function openQueries(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter } = options;
  const origin = originOf(address);
  return {
    prepare: textRequests(options, calls, (known) => {
      const { document, changes } = documentOf(known.call);
      return ({ target, headers, body }) => {
        const { variables }: Question = JSON.parse(body?.toString('utf8') ?? '{}');
        const context = { url: origin + target, fetchOptions: { headers } };
        const call: LibraryCall<HearingClient> = async (client, signal) => {
          const { urql } = client;
          const source = changes
            ? urql.mutation(document, variables, context)
            : urql.query(document, variables, context);
          const { error } = await resultOf(source, signal);
          const heard = client.takeHeard();
          const unread = error?.networkError;
          // `fetch` wraps the cause in its own error.
          if (!heard) throw unread?.cause ?? unread ?? new TypeError('there is no answer');
          const answer = answerIn(known, heard);
          if (unread && heard.status < 300) throw new CallFailure(undecodableFailure(unread));
          return answer;
        };
        return { call };
      };
    }),
    open: () => {
      const watch = newWatch();
      const transport = new HearingClient(address, meter, watch, origin);
      return new LibraryHttpConnection({ transport, watch }, sizeOfBody);
    },
    close: () => undefined,
  };
}
