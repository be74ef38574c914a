import { Readable } from 'node:stream';
import axios, { type AxiosRequestConfig } from 'axios';
import type { Message, MessageType, OperationDescription } from '../../../workloads/description.ts';
import { canonicalMessage } from '../../../workloads/messages/canonical.ts';
import { jsonValue } from '../../codecs/json.ts';
import { jsonReading } from '../../codecs/reading.ts';
import type { DriverFactory } from '../driver.ts';
import { undecodableFailure } from '../failures.ts';
import { type BodyFormat, formatHeaders, jsonFormat, protobufFormat } from '../http/formats.ts';
import { routeOf } from '../http/route.ts';
import { refusalOf } from '../http/status.ts';
import { filePartsOf, uploadHeaders, uploadRouteOf } from '../http/upload.ts';
import { oneConnectionAgent } from './agents.ts';
import {
  addressOrigin,
  CallFailure,
  type LibraryCall,
  LibraryHttpConnection,
} from './http-connection.ts';

/** Options of all axios clients: pass on any answer. */
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

/** @param body text of a refused answer. @throws CallFailure for an unsuccessful answer. */
export function refuse({ status, headers }: AxiosAnswer, body: () => string): void {
  // Axios removes the header of a coding that it has decoded.
  const failure = refusalOf(status, headers, body);
  if (failure) throw new CallFailure(failure);
}

/** How an application passes a message to axios and reads one. */
interface AxiosFormat {
  readonly format: BodyFormat;
  /** Axios's own decoding of the answer. */
  readonly responseType: 'json' | 'arraybuffer';
  encode(type: MessageType, message: Message): unknown;
  /** @throws if the data are not the message. */
  decode(type: MessageType, data: unknown): Message;
}

const jsonObjects: AxiosFormat = {
  format: jsonFormat,
  responseType: 'json',
  encode: jsonValue,
  decode: (type, data) => canonicalMessage(type, parsed(data), jsonReading),
};

/** The result of axios, which leaves invalid JSON as text. @throws SyntaxError */
function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  return data === '' ? {} : JSON.parse(data);
}

const protobufBuffers: AxiosFormat = {
  format: protobufFormat,
  responseType: 'arraybuffer',
  encode: protobufFormat.encode,
  decode: (type, data) => protobufFormat.decode(type, Buffer.from(data as ArrayBuffer)),
};

/** Resources through axios, as an application would. */
function openResources(way: AxiosFormat): DriverFactory {
  const { format, responseType } = way;
  return async (options) => {
    const client = axios.create({ ...axiosSettings, responseType });
    const origin = addressOrigin(options.address);
    /** @param settings creates the options of each call. */
    const callOf =
      ({ response }: OperationDescription, settings: () => AxiosRequestConfig): LibraryCall =>
      async (agent, signal) => {
        const agents = { httpAgent: agent, httpsAgent: agent };
        const answer = await client.request<unknown>({ ...settings(), ...agents, signal });
        refuse(answer, () => reasonOf(format, answer.data));
        return answerOf(way, response, answer.data);
      };
    return {
      prepare: (operation, message) => {
        const { method, target, body } = routeOf(operation);
        const headers = Object.fromEntries(formatHeaders(format, options, body !== null));
        const url = origin + target(message);
        const content = () => (body ? { data: way.encode(body, message) } : {});
        const call = callOf(operation, () => ({ ...content(), method, url, headers }));
        return { operation, call };
      },
      prepareStream: (operation, messages) => {
        const { method, path } = uploadRouteOf(operation);
        const headers = Object.fromEntries(uploadHeaders(format));
        const parts = filePartsOf(operation, messages);
        const file = () => ({ data: Readable.from(parts()), method, url: origin + path, headers });
        return { operation, call: callOf(operation, file) };
      },
      open: () => new LibraryHttpConnection(oneConnectionAgent(options.address, options.meter)),
      close: () => undefined,
    };
  };
}

function reasonOf(format: BodyFormat, data: unknown): string {
  if (data instanceof Uint8Array) return format.reason(Buffer.from(data));
  return typeof data === 'string' ? data : JSON.stringify(data);
}

function answerOf({ decode }: AxiosFormat, type: MessageType, data: unknown): Message {
  try {
    return decode(type, data);
  } catch (error) {
    throw new CallFailure(undecodableFailure(error));
  }
}

/** REST through axios: objects in, objects out. */
export const openRestLibrary = openResources(jsonObjects);
/** The same resources in Protobuf through axios, encoded and decoded with protobufjs. */
export const openRestProtobufLibrary = openResources(protobufBuffers);
