import type { ClientKind, Protocol } from '../../contracts/words.ts';
import type { DriverFactory } from './driver.ts';
import { openGraphqlRaw } from './graphql-raw.ts';
import { openGrpcRaw } from './grpc-raw.ts';
import { openRestH2Raw } from './rest-h2-raw.ts';
import { openRestProtobufRaw, openRestRaw } from './rest-raw.ts';
import { openRSocketRaw } from './rsocket-raw.ts';
import { openSoapRaw } from './soap-raw.ts';

type LoadDriver = () => Promise<DriverFactory>;

/** The driver of each protocol and client. Libraries are loaded only where they are measured. */
export const drivers: Record<ClientKind, Record<Protocol, LoadDriver>> = {
  raw: {
    rest: async () => openRestRaw,
    'rest-h2': async () => openRestH2Raw,
    'rest-protobuf': async () => openRestProtobufRaw,
    soap: async () => openSoapRaw,
    grpc: async () => openGrpcRaw,
    graphql: async () => openGraphqlRaw,
    rsocket: async () => openRSocketRaw,
  },
  library: {
    rest: async () => (await import('./library/rest-library.ts')).openRestLibrary,
    'rest-h2': async () => (await import('./library/rest-h2-library.ts')).openRestH2Library,
    'rest-protobuf': async () =>
      (await import('./library/rest-library.ts')).openRestProtobufLibrary,
    soap: async () => (await import('./library/soap-library.ts')).openSoapLibrary,
    graphql: async () => (await import('./library/graphql-library.ts')).openGraphqlLibrary,
    grpc: async () => (await import('./library/grpc-library.ts')).openGrpcLibrary,
    rsocket: async () => (await import('./library/rsocket-library.ts')).openRSocketLibrary,
  },
};
