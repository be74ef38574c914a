import { z } from 'zod';
import { wholeNumber } from './numbers.ts';
import { setting } from './setting.ts';

/** How users share connections. `per-iteration` is of load of model `plan` alone, and its default. */
export const connectionsSchema = z.union(
  [
    z.enum(['per-user', 'per-request', 'per-iteration']),
    z.strictObject({
      shared: setting(wholeNumber(1, 100_000, 'a number of connections'), {
        label: 'Shared connections',
        doc: 'How many connections all users share.',
        unit: 'connections',
      }),
    }),
  ],
  { error: 'expected per-user, per-request, per-iteration, or {shared: NUMBER}' },
);
export type Connections = z.infer<typeof connectionsSchema>;

/** The name of the level in a cell: `per-user`, or `shared-4` for {shared: 4}. */
export function connectionsLevel(connections: Connections): string {
  return typeof connections === 'string' ? connections : `shared-${connections.shared}`;
}

/** Parses the output of {@link connectionsLevel}. @throws z.ZodError for other texts. */
export function parseConnections(level: string): Connections {
  const shared = /^shared-(\d+)$/.exec(level)?.[1];
  return connectionsSchema.parse(shared === undefined ? level : { shared: Number(shared) });
}
