import type { EventEmitter } from 'node:events';
import type { ServiceReport } from '../contracts/service-messages.ts';

/** What of Node's `process` connects it with its parent. */
export type Child = Pick<NodeJS.Process, 'connected' | 'send' | 'exit'> & Pick<EventEmitter, 'on'>;

/** What a process that serves its parent does outside of itself. */
export interface OwnProcess {
  readonly report: (message: ServiceReport) => Promise<void>;
  readonly exit: (code: number) => void;
}

export const ownProcess: OwnProcess = { report, exit: (code) => process.exit(code) };

/** Sends a message to the parent that forked this process, if there is one. */
export function report(message: ServiceReport, child: Child = process): Promise<void> {
  return new Promise((sent) => {
    if (child.connected && child.send) child.send(message, undefined, {}, () => sent());
    else sent();
  });
}

/** How a process serves its parent. */
interface Obedience {
  readonly obey: (message: unknown) => Promise<void>;
  readonly fail: (error: unknown) => unknown;
  /** Called when the parent has ended, for whatever reason; exits by default. */
  readonly gone?: () => void;
  /** Message if it was started without a parent. */
  readonly alone?: string;
}

/** Serves the parent, and ends with it. */
export function obeyParent({ obey, fail, gone, alone }: Obedience, child: Child = process): void {
  child.on('message', (message) => obey(message).catch(fail));
  child.on('disconnect', gone ?? (() => child.exit(0)));
  // Ctrl-C reaches every process of the terminal; the parent decides what ends and when.
  child.on('SIGINT', () => undefined);
  child.on('SIGTERM', () => undefined);
  // The parent may have ended while the modules were loading.
  if (child.connected) return;
  if (alone !== undefined) console.error(alone);
  child.exit(2);
}
