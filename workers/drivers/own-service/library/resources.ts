import axios, { type AxiosResponseTransformer } from 'axios';
import type { TextCall } from '../../../../contracts/own-service.ts';
import type { Driver } from '../../driver.ts';
import { oneConnectionAgent } from '../../library/agents.ts';
import { type LibraryCall, LibraryHttpConnection } from '../../library/http-connection.ts';
import { axiosSettings } from '../../library/rest-library.ts';
import type { CallsByOperation, OwnServiceDriverOptions } from '../calls.ts';
import { answerIn, originOf, sizeOfBody, textRequests } from './text-request.ts';

/** The value read by axios, and the text for checks. */
interface Kept {
  readonly text: string;
  readonly value: unknown;
}

const parse = [axios.defaults.transformResponse ?? []].flat();

const keepText: AxiosResponseTransformer = function keep(text: string, headers, status): Kept {
  let value: unknown = text;
  for (const transform of parse) value = transform.call(this, value, headers, status);
  return { text, value };
};

/** Requests to an own service over HTTP/1.1 through axios: objects in, objects out, if bodies are JSON. */
export function openResources(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter } = options;
  const client = axios.create({
    ...axiosSettings,
    responseType: 'json',
    transformResponse: keepText,
  });
  const origin = originOf(address);
  return {
    prepare: textRequests(options, calls, (known) => ({ target, headers, body, object }) => {
      const { method } = known.call;
      // As octets, axios leaves it unchanged.
      const data = object ?? body ?? undefined;
      const call: LibraryCall = async (agent, signal) => {
        const answer = await client.request<Kept>({
          method,
          url: origin + target,
          // Without a type, axios would add one.
          headers: { 'content-type': false, ...headers },
          data,
          httpAgent: agent,
          httpsAgent: agent,
          signal,
        });
        const { status, data: kept } = answer;
        return answerIn(known, { status, headers: { ...answer.headers }, text: kept.text });
      };
      return { call };
    }),
    open: () => new LibraryHttpConnection(oneConnectionAgent(address, meter), sizeOfBody),
    close: () => undefined,
  };
}
