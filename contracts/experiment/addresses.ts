import { z } from 'zod';
import { protocolFacts, protocolNames } from '../protocols.ts';
import type { Protocol } from '../words.ts';

/** Where a service over HTTP is: its origin, and a path where it has one. */
const httpAddress = z
  .string({ error: 'expected an address such as http://host:8080' })
  .refine((text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text), {
    error: 'expected an address such as http://host:8080',
  });
/** Where a service that has no URLs is: host and port. */
const socketAddress = z
  .string({ error: 'expected host:port, such as host:50051' })
  .regex(
    /^(\[[0-9a-fA-F:]+\]|[^\s:/[\]]+):([0-9]{1,5})$/,
    'expected host:port, such as host:50051',
  );

/** The address of a service of each protocol. */
export const addressSchemas = Object.fromEntries(
  protocolNames.map((protocol) => [
    protocol,
    protocolFacts[protocol].address === 'url' ? httpAddress : socketAddress,
  ]),
) as Readonly<Record<Protocol, z.ZodString>>;
