import type { Connection, Failure } from '../../workers/drivers/driver.ts';
import type { ProductDriver } from './product.ts';

/** Result of a closed loop. */
export interface LoopOutcome {
  /** Body lengths of the good answers, in octets, with their counts. */
  readonly sizes: Record<number, number>;
  /** `kind code` of the failed requests and connections, with their counts. */
  readonly failures: Record<string, number>;
  /** Number of opened connections. */
  readonly opened: number;
}

const add = (counts: Record<string, number>, key: string | number) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/**
 * Sends `requests` over `connections` concurrently; each connection sends the next one after the answer to
 * the last. A connection that is no longer usable, or that has had `perConnection` requests, is
 * replaced by a new one.
 */
export function closedLoop(
  { driver, prepared }: ProductDriver,
  {
    connections,
    requests,
    perConnection = Number.POSITIVE_INFINITY,
  }: {
    connections: number;
    requests: number;
    perConnection?: number;
  },
): Promise<LoopOutcome> {
  const outcome = { sizes: {}, failures: {}, opened: 0 };
  let left = requests;
  let running = connections;
  return new Promise((resolve) => {
    const finish = (connection: Connection) => {
      connection.close();
      if (--running === 0) resolve(outcome);
    };
    const open = () => {
      const connection = driver.open();
      let had = 0;
      outcome.opened++;
      const next = () => {
        if (left === 0) return finish(connection);
        if (!connection.usable || had >= perConnection) {
          connection.close();
          return open();
        }
        left--;
        had++;
        connection.send(prepared, sink, false);
      };
      const failed = (failure: Failure) => {
        add(outcome.failures, `${failure.kind} ${failure.code}`);
        next();
      };
      const sink = {
        succeeded: (size: number) => {
          add(outcome.sizes, size);
          next();
        },
        failed,
      };
      connection.connect((failure) => {
        if (!failure) return next();
        add(outcome.failures, `${failure.kind} ${failure.code}`);
        finish(connection);
      });
    };
    for (let i = 0; i < connections; i++) open();
  });
}
