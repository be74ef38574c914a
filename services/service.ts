import type { ServiceStart } from '../contracts/service-messages.ts';
import type { WorkloadDescription } from '../workloads/description.ts';
import type { Pause } from './pause.ts';
import type { Handlers } from './workloads/handlers.ts';

/** PEM texts and limits of a service's transport security. */
export type ServiceTls = NonNullable<ServiceStart['tls']>;

/** What a service needs to start, whatever its protocol. */
export interface ServiceOptions {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** Null for plain text. */
  readonly tls: ServiceTls | null;
  /** What the service offers; see {@link ServiceOptions.handlers} for what it does. */
  readonly workload: WorkloadDescription;
  /** By the names of the workload's operations. */
  readonly handlers: Handlers;
  /** Whether REST services offer one format, or go by what a request says. */
  readonly formats: ServiceStart['formats'];
  /** Whether a null service may know the head of a request again; see the start message. */
  readonly knowsHeads?: boolean | undefined;
  /** Called once for each request as it is answered, well or not; probes and interface files aside. */
  readonly countAnswer: () => void;
  /** Holds each answer back for as long as the start message says. */
  readonly pause: Pause;
  /** Told, in words, what a client did wrong; probes and good requests are nothing to tell. */
  readonly onClientError: (message: string) => void;
}

/** A service that listens. */
export interface RunningService {
  readonly port: number;
  /** Closes the listening socket and every connection. */
  stop(): Promise<void>;
}

/** Every protocol has one such function. Rejects when the address cannot be listened on. */
export type StartService = (options: ServiceOptions) => Promise<RunningService>;

/** All users may connect at the same moment; the system lowers this to its own limit. */
export const listenBacklog = 8192;
