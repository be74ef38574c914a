import type { Socket } from 'node:net';
import grpc from '@grpc/grpc-js';
import type { Address } from '../../../contracts/worker-messages.ts';
import type { Failure } from '../driver.ts';
import { alpnFailure, closedByPeer, connectFailure } from '../failures.ts';
import { type TlsClient, tlsClientOf } from '../tls-client.ts';

type SecureConnector = ReturnType<grpc.ChannelCredentials['_createSecureConnector']>;

/** Why TLS failed. The library keeps only the text of errors. */
class TlsError extends Error {
  constructor({ code, message }: Failure) {
    super(`TLS ${code}: ${message}`);
  }
}

/** The failure in the text of a {@link TlsError}; null for another text. */
export function tlsFailureIn(text: string): Failure | null {
  const [, code, message = ''] = /^(?:Error: )?TLS (\w+): (.*)$/s.exec(text) ?? [];
  return code === undefined ? null : { kind: 'tls', code, message };
}

/**
 * TLS for the library, as the address requires. Its own credentials send an IP address as server name, and
 * wait forever for a service without HTTP/2.
 */
class AddressCredentials extends grpc.ChannelCredentials {
  readonly #tls: TlsClient;

  constructor(address: Address) {
    super();
    this.#tls = tlsClientOf(address, 'h2');
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: grpc.ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(
    _target: unknown,
    _options: unknown,
    calls = grpc.credentials.createEmpty(),
  ): SecureConnector {
    return {
      connect: async (socket) => ({ socket: await this.#secure(socket), secure: true }),
      waitForReady: () => Promise.resolve(),
      getCallCredentials: () => calls,
      destroy: () => undefined,
    };
  }

  #secure(tcp: Socket): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = this.#tls.connect(tcp);
      socket.once('error', (error) => reject(new TlsError(connectFailure(error, true))));
      socket.once('close', () => reject(new TlsError(closedByPeer)));
      socket.once('secureConnect', () => {
        if (socket.alpnProtocol === 'h2') resolve(socket);
        else reject(new TlsError(alpnFailure('h2')));
      });
    });
  }
}

export function credentialsFor(address: Address): grpc.ChannelCredentials {
  return address.tls ? new AddressCredentials(address) : grpc.credentials.createInsecure();
}
