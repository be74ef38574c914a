import type { AddressReport } from '../../../contracts/services.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { Address } from '../../../contracts/worker-messages.ts';
import { checkAddress } from '../../services/check/check-address.ts';
import type { AddressFinding } from './refusal.ts';

/** Probe of an address of an experiment. */
interface Place {
  readonly protocol: Protocol;
  readonly address: string;
  readonly tls: boolean;
}

/** Timeout in milliseconds; the call itself has waited long enough. */
const limits = { resolve: 2000, connect: 2000, tls: 2000, probe: 2000 };

interface LookOptions {
  /** PEM of the authority that issues certificates of bundled services. */
  readonly authority: string;
  /** TLS options of the handshake; null for the defaults of this machine. */
  readonly as: Address['tls'];
  /** Whether the connection was dropped, as by a service that expects TLS. */
  readonly brokenOff: boolean;
  /** Whether it is an own service, which need not answer as the bundled ones do. */
  readonly own: boolean;
}

const failedAt = ({ steps }: AddressReport, step: AddressReport['steps'][number]['step']) =>
  steps.some((one) => one.step === step && one.outcome === 'failed');

/**
 * Probes an address whose call failed, step by step, to find out what is there instead.
 * @returns null when the address is as expected.
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
  // An own service need not answer a probe as the bundled ones do, but must speak the protocol.
  return own && wrong.outcome === 'doubtful' ? null : found;
}

/** Whether a TLS handshake succeeds where plain text is expected. */
async function speaksTls(place: Place, authority: string): Promise<boolean> {
  const { steps } = await checkAddress({ ...place, tls: true }, { authority, limits });
  return steps.some(({ step, outcome }) => step === 'tls' && outcome !== 'failed');
}
