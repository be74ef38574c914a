import type { ServiceStart } from '../contracts/service-messages.ts';
import type { WorkloadDescription } from '../workloads/description.ts';
import type { Pause } from './pause.ts';
import type { Handlers } from './workloads/handlers.ts';

/** PEM texts and limits for TLS. */
export type ServiceTls = NonNullable<ServiceStart['tls']>;

/** Start options of a service, whatever its protocol. */
export interface ServiceOptions {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** Null for plain text. */
  readonly tls: ServiceTls | null;
  /** The interface of the service; see {@link ServiceOptions.handlers} for its behaviour. */
  readonly workload: WorkloadDescription;
  /** By operation name. */
  readonly handlers: Handlers;
  /** Whether REST services offer one format, or negotiate it per request. */
  readonly formats: ServiceStart['formats'];
  /** Whether a null service may recognise a repeated request head; see the start message. */
  readonly knowsHeads?: boolean | undefined;
  /** Called once for each answered request, successful or not, except for probes and interface files. */
  readonly countAnswer: () => void;
  /** Delays each answer as requested by the start message. */
  readonly pause: Pause;
  /** Called with a description of each client error; not for probes and valid requests. */
  readonly onClientError: (message: string) => void;
}

/** A listening service. */
export interface RunningService {
  readonly port: number;
  /** Closes the listening socket and every connection. */
  stop(): Promise<void>;
}

/** Every protocol has one such function. Rejects if the address cannot be bound. */
export type StartService = (options: ServiceOptions) => Promise<RunningService>;

/** All users may connect at the same moment; the system lowers this to its own limit. */
export const listenBacklog = 8192;
