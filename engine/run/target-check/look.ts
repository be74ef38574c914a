import type { AddressReport } from '../../../contracts/services.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { Address } from '../../../contracts/worker-messages.ts';
import { checkAddress } from '../../services/check/check-address.ts';
import type { AddressFinding } from './refusal.ts';

/** Of an address of an experiment. */
interface Place {
  readonly protocol: Protocol;
  readonly address: string;
  readonly tls: boolean;
}

/** In milliseconds: the call itself has waited for long enough. */
const limits = { resolve: 2000, connect: 2000, tls: 2000, probe: 2000 };

interface LookOptions {
  /** PEM of the authority of this machine's own services. */
  readonly authority: string;
  /** How the handshake is made; null for what this machine trusts by itself. */
  readonly as: Address['tls'];
  /** Whether the call was broken off, as by a service that expects TLS. */
  readonly brokenOff: boolean;
  /** Whether the service is one of the user's own, which need not answer what the bundled ones do. */
  readonly own: boolean;
}

const failedAt = ({ steps }: AddressReport, step: AddressReport['steps'][number]['step']) =>
  steps.some((one) => one.step === step && one.outcome === 'failed');

/**
 * Looks at an address whose call failed, step by step, to say what is there instead.
 * @returns null when everything about the address is as it should be.
 */
export async function lookAt(
  place: Place,
  { authority, as, brokenOff, own }: LookOptions,
): Promise<AddressFinding | null> {
  const report = await checkAddress(place, { authority, as, limits });
  const wrong = report.steps.find(({ outcome }) => outcome !== 'ok');
  if (!wrong) return null;
  const unreachable = wrong.outcome === 'failed' && wrong.step !== 'probe';
  const found = { words: wrong.words, unreachable, otherTls: failedAt(report, 'tls') };
  if (wrong.step !== 'probe') return found;
  if (brokenOff && !place.tls && (await speaksTls(place, authority))) {
    return { words: 'The other side uses TLS on this port.', unreachable: false, otherTls: true };
  }
  // Somebody's own service need not answer a probe as the bundled ones do, but has to speak the protocol.
  return own && wrong.outcome === 'doubtful' ? null : found;
}

/** Whether a handshake succeeds where none is expected. */
async function speaksTls(place: Place, authority: string): Promise<boolean> {
  const { steps } = await checkAddress({ ...place, tls: true }, { authority, limits });
  return steps.some(({ step, outcome }) => step === 'tls' && outcome !== 'failed');
}
