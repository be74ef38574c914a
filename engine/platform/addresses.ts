import { networkInterfaces } from 'node:os';

/** All addresses of this machine: network ones first (IPv4 before IPv6), loopback ones last. */
export function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    // Link-local addresses are meaningful only with an interface name.
    .filter(({ address }) => !address.toLowerCase().startsWith('fe80:'));
  const rank = ({ internal, family }: (typeof addresses)[number]) =>
    (internal ? 2 : 0) + (family === 'IPv4' ? 0 : 1);
  return [...new Set(addresses.sort((a, b) => rank(a) - rank(b)).map(({ address }) => address))];
}
