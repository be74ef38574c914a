import { z } from 'zod';
import { protocolFacts, protocolNames } from '../protocols.ts';
import type { Protocol } from '../words.ts';

/** Parses a URL; null if invalid. Older browsers have no `URL.canParse`. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    // An invalid URL is reported by null.
    return null;
  }
}

/** Each part of an address as digits without a leading zero, 0 to 255. */
const loopback = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** Whether a host, without brackets, is this machine, so that load needs no confirmation. */
export const isLoopbackHost = (host: string) =>
  host === 'localhost' || host === '::1' || loopback.test(host);

/** `{{port}}` and `{{port.NAME}}`: free ports, a different one for each name. */
const portPlaces = /\{\{\s*port(?:\.([A-Za-z][\w-]{0,49}))?\s*\}\}/g;

/** Replaces `{{port}}` (whose name is empty) and `{{port.NAME}}` by ports. */
export function withPorts(text: string, port: (name: string) => number): string {
  return text.replace(portPlaces, (_all, name: string = '') => String(port(name)));
}

/** Whether only a started server determines the port of the address. */
export const namesPort = (text: string) => text.search(portPlaces) >= 0;

const aPort = (text: string) => withPorts(text, () => 1);

/** Address of a service over HTTP: its origin, and an optional path. */
const httpAddress = z
  .string({ error: 'expected an address such as http://host:8080' })
  .refine((text) => /^https?:\/\/[^\s/]+/.test(text) && parsedUrl(text) !== null, {
    error: 'expected an address such as http://host:8080',
  });
/** Address of a service without URLs: host and port. */
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

/** An address in an experiment file; a server started by the run may have any free port. */
const placed = (address: z.ZodString) =>
  z.string({ error: 'expected an address' }).superRefine((text, context) => {
    const { error } = address.safeParse(aPort(text));
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
  });

/** Addresses of services in an experiment file. */
export const placeSchemas = Object.fromEntries(
  protocolNames.map((protocol) => [protocol, placed(addressSchemas[protocol])]),
) as Readonly<Record<Protocol, z.ZodString>>;
/** Host and port. */
export const socketPlace = placed(socketAddress);
