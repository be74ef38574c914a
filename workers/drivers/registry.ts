import type { ClientKind, Protocol } from '../../contracts/words.ts';
import type { DriverFactory } from './driver.ts';
import { openGrpcRaw } from './grpc-raw.ts';
import { openRestRaw } from './rest-raw.ts';
import { openRSocketRaw } from './rsocket-raw.ts';
import { openSoapRaw } from './soap-raw.ts';

/** The driver of each protocol and client. Libraries are loaded only where they are measured. */
export const drivers: Record<
  ClientKind,
  Partial<Record<Protocol, () => Promise<DriverFactory>>>
> = {
  raw: {
    rest: async () => openRestRaw,
    soap: async () => openSoapRaw,
    grpc: async () => openGrpcRaw,
    rsocket: async () => openRSocketRaw,
  },
  library: {
    rest: async () => (await import('./library/rest-library.ts')).openRestLibrary,
    soap: async () => (await import('./library/soap-library.ts')).openSoapLibrary,
    grpc: async () => (await import('./library/grpc-library.ts')).openGrpcLibrary,
    rsocket: async () => (await import('./library/rsocket-library.ts')).openRSocketLibrary,
  },
};
