import type { ServiceReport } from '../contracts/service-messages.ts';

/** Sends a message to the parent that forked this process, if there is one. */
export function report(message: ServiceReport): Promise<void> {
  return new Promise((sent) => {
    if (process.connected && process.send) process.send(message, undefined, {}, () => sent());
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
export function obeyParent({ obey, fail, gone = () => process.exit(0), alone }: Obedience): void {
  process.on('message', (message) => obey(message).catch(fail));
  process.on('disconnect', gone);
  // Ctrl-C reaches every process of the terminal; the parent decides what ends and when.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  // The parent may have ended while the modules were loading.
  if (process.connected) return;
  if (alone !== undefined) console.error(alone);
  process.exit(2);
}
