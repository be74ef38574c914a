import type { ServiceReport } from '../contracts/service-messages.ts';

/** Tells the parent that forked this process, if it is there. */
export function report(message: ServiceReport): Promise<void> {
  return new Promise((sent) => {
    if (process.connected && process.send) process.send(message, undefined, {}, () => sent());
    else sent();
  });
}

/** How a process serves the one that forked it. */
interface Obedience {
  readonly obey: (message: unknown) => Promise<void>;
  readonly fail: (error: unknown) => unknown;
  /** What it does when the parent has gone, however that ended; by default it ends. */
  readonly gone?: () => void;
  /** What to say where nobody forked it. */
  readonly alone?: string;
}

/** Obeys the parent, and lives no longer than it. */
export function obeyParent({ obey, fail, gone = () => process.exit(0), alone }: Obedience): void {
  process.on('message', (message) => obey(message).catch(fail));
  process.on('disconnect', gone);
  // Ctrl-C reaches every process of the terminal; the parent decides what ends and when.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  // The parent may have gone while the modules were loading, before anybody listened.
  if (process.connected) return;
  if (alone !== undefined) console.error(alone);
  process.exit(2);
}
