import { type ChildProcess, fork } from 'node:child_process';

/** How long requests are held; milliseconds. */
export type Delays =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly fromMs: number; readonly toMs: number }
  | {
      readonly kind: 'bimodal';
      readonly ms: number;
      readonly slowMs: number;
      readonly slowShare: number;
    };

export type DelayingCommand =
  | { readonly type: 'start'; readonly protocol: 'rest' | 'grpc'; readonly delays: Delays }
  | { readonly type: 'take' };
export type DelayingReport =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'holds'; readonly holds: Holds };

/** How long each request was held, in milliseconds: until just before its answer was sent, and until just after. */
export interface Holds {
  readonly minMs: number[];
  readonly maxMs: number[];
}

/** A service in a separate process that echoes after programmed delays, and records the actual ones. */
export interface DelayingService {
  readonly port: number;
  /** @returns how long each request since the last call was held. */
  takeHolds(): Promise<Holds>;
  stop(): void;
}

/** The next report of a kind; only one is awaited at a time. */
function nextReport<T extends DelayingReport['type']>(
  child: ChildProcess,
  type: T,
): Promise<DelayingReport & { type: T }> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the service ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (report: DelayingReport) => {
      child.off('exit', ended);
      if (report.type === type) resolve(report as DelayingReport & { type: T });
      else reject(new Error(`the service reported ${report.type}`));
    });
  });
}

export async function startDelayingService(
  protocol: 'rest' | 'grpc',
  delays: Delays,
): Promise<DelayingService> {
  const child = fork(new URL('./delaying-process.ts', import.meta.url), {
    serialization: 'advanced',
  });
  const send = (command: DelayingCommand) => child.send(command);
  const listening = nextReport(child, 'listening');
  send({ type: 'start', protocol, delays });
  const { port } = await listening;
  return {
    port,
    takeHolds: async () => {
      const holds = nextReport(child, 'holds');
      send({ type: 'take' });
      return (await holds).holds;
    },
    stop: () => child.kill(),
  };
}
