import { networkInterfaces } from 'node:os';

/** Every address of this machine; those of its networks first, IPv4 before IPv6, and the loopback ones last. */
export function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    // Link-local ones mean something only together with the name of an interface.
    .filter(({ address }) => !address.toLowerCase().startsWith('fe80:'));
  const rank = ({ internal, family }: (typeof addresses)[number]) =>
    (internal ? 2 : 0) + (family === 'IPv4' ? 0 : 1);
  return [...new Set(addresses.sort((a, b) => rank(a) - rank(b)).map(({ address }) => address))];
}
