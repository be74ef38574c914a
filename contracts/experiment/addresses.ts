import { z } from 'zod';
import { protocolFacts, protocolNames } from '../protocols.ts';
import type { Protocol } from '../words.ts';

/** A URL taken apart; null where it is none. Windows of older browsers have no `URL.canParse`. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    // What is no URL is told by null.
    return null;
  }
}

/** `{{port}}` and `{{port.NAME}}`: free ports, of which each name is another. */
const portPlaces = /\{\{\s*port(?:\.([A-Za-z][\w-]{0,49}))?\s*\}\}/g;

/** Puts ports in place of `{{port}}` (whose name is empty) and `{{port.NAME}}`. */
export function withPorts(text: string, port: (name: string) => number): string {
  return text.replace(portPlaces, (_all, name: string = '') => String(port(name)));
}

/** Whether only a started server gives the address its port. */
export const namesPort = (text: string) => text.search(portPlaces) >= 0;

const aPort = (text: string) => withPorts(text, () => 1);

/** Where a service over HTTP is: its origin, and a path where it has one. */
const httpAddress = z
  .string({ error: 'expected an address such as http://host:8080' })
  .refine((text) => /^https?:\/\/[^\s/]+/.test(text) && parsedUrl(text) !== null, {
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

/** An address in an experiment file, where a server that the run starts may have any free port. */
const placed = (address: z.ZodString) =>
  z.string({ error: 'expected an address' }).superRefine((text, context) => {
    const { error } = address.safeParse(aPort(text));
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
  });

/** Where services are, as an experiment file says it. */
export const placeSchemas = Object.fromEntries(
  protocolNames.map((protocol) => [protocol, placed(addressSchemas[protocol])]),
) as Readonly<Record<Protocol, z.ZodString>>;
/** Host and port. */
export const socketPlace = placed(socketAddress);
