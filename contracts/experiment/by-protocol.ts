import type { z } from 'zod';
import { protocolFacts, protocolsWhere } from '../protocols.ts';
import type { Protocol } from '../words.ts';

/** The protocols that a user's own service can be measured in. */
export const ownServiceProtocols: readonly Protocol[] = protocolsWhere(
  ({ custom }) => custom !== null,
);

/** Something that each of them may have of its own. */
export function byProtocol<T extends z.ZodType>(schema: T) {
  return Object.fromEntries(
    ownServiceProtocols.map((name) => [name, schema.optional()]),
  ) as Partial<Record<Protocol, z.ZodOptional<T>>>;
}

/** What is said for a protocol: for itself, or for another whose requests are made of the same. */
export function saidFor<T>(
  said: Partial<Readonly<Record<Protocol, T>>>,
  protocol: Protocol,
): T | undefined {
  const { custom } = protocolFacts[protocol];
  const same = ownServiceProtocols.filter((other) => protocolFacts[other].custom === custom);
  return said[protocol] ?? same.map((other) => said[other]).find((one) => one !== undefined);
}
