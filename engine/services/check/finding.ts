import type { Socket } from 'node:net';
import type { CheckStep } from '../../../contracts/services.ts';

/** Result of a step. */
export type StepFinding = Pick<CheckStep, 'outcome' | 'words'>;

/** A service to probe over an open connection. */
export interface ProbedPlace {
  readonly socket: Socket;
  /** Opens another connection to the same address. */
  again(): Promise<Socket>;
  /** Value of the Host header. */
  readonly authority: string;
  readonly basePath: string;
  /** Whether the connection has TLS. */
  readonly secure: boolean;
}
