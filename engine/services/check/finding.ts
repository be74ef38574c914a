import type { Socket } from 'node:net';
import type { CheckStep } from '../../../contracts/services.ts';

/** What a step found. */
export type StepFinding = Pick<CheckStep, 'outcome' | 'words'>;

/** A place whose service is asked, over a connection that is open already. */
export interface ProbedPlace {
  readonly socket: Socket;
  /** Another connection to the same place. */
  again(): Promise<Socket>;
  /** As the Host header has it. */
  readonly authority: string;
  readonly basePath: string;
  /** Whether the connection has TLS. */
  readonly secure: boolean;
}
