import axios from 'axios';
import { canonicalMessage } from '../../../contracts/workloads/canonical.ts';
import type { MessageType } from '../../../contracts/workloads/description.ts';
import { jsonValue } from '../../codecs/json.ts';
import { jsonReading } from '../../codecs/reading.ts';
import type { DriverFactory } from '../driver.ts';
import { messageOf, protocolFailure } from '../failures.ts';
import { routeOf } from '../http/route.ts';
import { poolRefusal, refusalHeader, statusFailure } from '../http/status.ts';
import {
  CallFailure,
  type LibraryCall,
  LibraryHttpConnection,
  originOf,
} from './http-connection.ts';

/** What every client of axios is told: to pass on whatever the service says. */
export const axiosSettings = {
  adapter: 'http',
  proxy: false,
  maxRedirects: 0,
  maxBodyLength: Number.POSITIVE_INFINITY,
  maxContentLength: Number.POSITIVE_INFINITY,
  validateStatus: () => true,
} as const;

interface AxiosAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** @param body tells what the service said, where it refused. @throws CallFailure for an answer that says no. */
export function refuse({ status, headers }: AxiosAnswer, body: () => string): void {
  if (status >= 200 && status < 300) return;
  const failure = statusFailure(status, body(), headers[refusalHeader] === poolRefusal);
  if (failure) throw new CallFailure(failure);
}

/** REST through axios, as an application would: objects in, objects out. */
export const openRestLibrary: DriverFactory = async ({ address, meter }) => {
  const client = axios.create(axiosSettings);
  const origin = originOf(address);
  return {
    prepare: (operation, message) => {
      const { method, target, body } = routeOf(operation);
      const url = origin + target(message);
      const content = body ? { data: jsonValue(body, message) } : {};
      const call: LibraryCall = async (agent, signal) => {
        const answer = await client.request<unknown>({
          ...content,
          method,
          url,
          httpAgent: agent,
          httpsAgent: agent,
          signal,
        });
        refuse(answer, () => textOf(answer.data));
        return answerOf(operation.response, answer.data);
      };
      return { operation, call };
    },
    open: () => new LibraryHttpConnection(address, meter),
    close: () => undefined,
  };
};

const textOf = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data));

function answerOf(type: MessageType, data: unknown) {
  try {
    // Axios makes an empty text of an empty body.
    return canonicalMessage(type, data === '' ? {} : data, jsonReading);
  } catch (error) {
    const message = `The answer is no ${type.name}: ${messageOf(error)}`;
    throw new CallFailure(protocolFailure('JSON', message));
  }
}
