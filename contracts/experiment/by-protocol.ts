import type { z } from 'zod';
import { protocolFacts, protocolsWhere } from '../protocols.ts';
import type { Protocol } from '../words.ts';

/** The protocols in which an own service can be measured. */
export const ownServiceProtocols: readonly Protocol[] = protocolsWhere(
  ({ custom }) => custom !== null,
);

/** A value per protocol. */
export function byProtocol<T extends z.ZodType>(schema: T) {
  return Object.fromEntries(
    ownServiceProtocols.map((name) => [name, schema.optional()]),
  ) as Partial<Record<Protocol, z.ZodOptional<T>>>;
}

/** The value for a protocol: its own, or that of another protocol with the same kind of requests. */
export function saidFor<T>(
  said: Partial<Readonly<Record<Protocol, T>>>,
  protocol: Protocol,
): T | undefined {
  const { custom } = protocolFacts[protocol];
  const same = ownServiceProtocols.filter((other) => protocolFacts[other].custom === custom);
  return said[protocol] ?? same.map((other) => said[other]).find((one) => one !== undefined);
}
