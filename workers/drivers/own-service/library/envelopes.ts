import axios from 'axios';
import soap from 'soap';
import type { TextCall } from '../../../../contracts/own-service.ts';
import type { Driver } from '../../driver.ts';
import { undecodableFailure } from '../../failures.ts';
import { oneConnectionAgent } from '../../library/agents.ts';
import {
  CallFailure,
  type LibraryCall,
  LibraryHttpConnection,
} from '../../library/http-connection.ts';
import { axiosSettings } from '../../library/rest-library.ts';
import { refuseEndless } from '../../library/soap-text.ts';
import type { CallsByOperation, OwnServiceDriverOptions } from '../calls.ts';
import { answerIn, type HeardAnswer, originOf, sizeOfBody, textRequests } from './text-request.ts';

/** The minimal service for the library: a procedure whose envelopes are the user's own. */
const wsdl = `<?xml version="1.0"?>
<definitions name="Own" targetNamespace="urn:own" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:o="urn:own" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema">
<types><x:schema targetNamespace="urn:own"><x:element name="Call" type="x:anyType"/></x:schema></types>
<message name="Call"><part name="call" element="o:Call"/></message>
<portType name="Own"><operation name="Call"><input message="o:Call"/><output message="o:Call"/></operation></portType>
<binding name="Own" type="o:Own"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Call"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="Own"><port name="Own" binding="o:Own"><s:address location="http://127.0.0.1/"/></port></service>
</definitions>`;

/** An answer of any name has no types, so all of its values are texts. */
const untyped = { description: () => ({}) };

async function newClient(origin: string): Promise<soap.Client> {
  const request = axios.create(axiosSettings);
  request.interceptors.response.use((answer) => {
    refuseEndless(String(answer.data ?? ''));
    return answer;
  });
  const client = await soap.createClientAsync(
    wsdl,
    {
      // Axios has different types for `import` and `require`, which mean the same.
      request: request as unknown as NonNullable<soap.IOptions['request']>,
      // Adds no header for the action.
      forceSoap12Headers: true,
    },
    origin,
  );
  const { definitions } = client.wsdl;
  definitions.messages = new Proxy(definitions.messages, {
    get: (known, name) => Reflect.get(known, name) ?? untyped,
  });
  return client;
}

/**
 * Requests to an own service through the `soap` library, which sends each envelope as written, and parses
 * the answer into an object.
 */
export async function openEnvelopes(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<TextCall>,
): Promise<Driver> {
  const { address, meter } = options;
  const origin = originOf(address);
  const client = await newClient(origin);
  const method = client.CallAsync?.bind(client);
  if (!method) throw new TypeError('the library has made no procedure');
  return {
    prepare: textRequests(options, calls, (known) => ({ target, headers, body }) => {
      const envelope = body?.toString('utf8') ?? '';
      const call: LibraryCall = async (agent, signal) => {
        const kept: { heard: HeardAnswer | null } = { heard: null };
        const settings = {
          url: origin + target,
          headers,
          postProcess: () => envelope,
          transformResponse: (text: string, fields: object, status: number) => {
            kept.heard = { status, headers: { ...fields }, text };
            return text;
          },
          httpAgent: agent,
          httpsAgent: agent,
          signal,
        };
        const error: unknown = await method({}, settings).then(
          () => null,
          (thrown: unknown) => thrown ?? new Error('the library does not say why'),
        );
        const { heard } = kept;
        if (!heard) throw error;
        const answer = answerIn(known, heard);
        if (error && heard.status < 300) throw new CallFailure(undecodableFailure(error));
        return answer;
      };
      return { call };
    }),
    open: () => new LibraryHttpConnection(oneConnectionAgent(address, meter), sizeOfBody),
    close: () => undefined,
  };
}
