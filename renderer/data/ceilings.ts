import type { Ceiling } from '../../contracts/calibration.ts';
import { clientKinds, protocols } from '../../contracts/words.ts';

/** Key of a ceiling, unique within a calibration. */
export function ceilingKey({ protocol, client, tls }: Ceiling): string {
  return `${protocol}/${client}/${tls ? 'tls' : 'plain'}`;
}

function rank({ protocol, client, tls }: Ceiling): number {
  return protocols.indexOf(protocol) * 100 + clientKinds.indexOf(client) * 10 + Number(tls);
}

/** Ceilings in reading order: protocol, client, without and with TLS. */
export function sortedCeilings(ceilings: readonly Ceiling[]): Ceiling[] {
  return [...ceilings].sort((a, b) => rank(a) - rank(b));
}
