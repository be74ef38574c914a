import { decodeJson, encodeJson } from '../codecs/json.ts';
import type { DriverFactory } from './driver.ts';
import { RSocketConnection } from './rsocket/connection.ts';
import { prepareRequest } from './rsocket/prepared-request.ts';
import { wireOpener } from './socket.ts';

/** RSocket with our own frames on a socket, with or without TLS; there is no ALPN. */
export const openRSocketRaw: DriverFactory = async ({ address, meter, resumption }) => {
  const open = wireOpener(address, meter, null, resumption);
  return {
    prepare: (operation, message) => {
      const { request, response, stream } = operation;
      if (stream === 'request') throw new TypeError('RSocket is asked with one message');
      const streams = stream === 'response';
      const item = (payload: Buffer) => decodeJson(response, payload);
      return prepareRequest(operation, encodeJson(request, message), {
        streams,
        decode: (payloads) =>
          streams ? { items: payloads.map(item) } : item(payloads[0] ?? Buffer.alloc(0)),
      });
    },
    open: () => new RSocketConnection(open),
    close: () => undefined,
  };
};
