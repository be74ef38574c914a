import { create } from 'zustand';
import {
  type AddressReport,
  type RemoteTarget,
  type SavedTarget,
  speaksTls,
} from '../../../../contracts/services.ts';
import { type Protocol, protocols } from '../../../../contracts/words.ts';
import { notifyError } from '../../../components/notify.tsx';
import { engine } from '../../../transport/engine.ts';

/** The last check of one address; `checking` while in progress. */
export type CheckState = 'checking' | AddressReport;

/** Checks by target and protocol; they describe the moment and are not stored. */
export const useTargetChecks = create<Readonly<Record<string, CheckState | undefined>>>(() => ({}));

export function checkKey(id: string, protocol: Protocol): string {
  return `${id} ${protocol}`;
}

/** The addresses of a target in the order of the protocols. */
export function addressesOf(target: RemoteTarget): { protocol: Protocol; address: string }[] {
  return protocols.flatMap((protocol) => {
    const address = target.addresses[protocol];
    return address === undefined ? [] : [{ protocol, address }];
  });
}

/** Checks all addresses of a target concurrently. */
export async function checkTarget(target: SavedTarget): Promise<void> {
  await Promise.all(
    addressesOf(target).map(({ protocol, address }) => checkAddress(target, protocol, address)),
  );
}

async function checkAddress(
  target: SavedTarget,
  protocol: Protocol,
  address: string,
): Promise<void> {
  const key = checkKey(target.id, protocol);
  useTargetChecks.setState({ [key]: 'checking' });
  try {
    const tls = speaksTls(protocol, address, target.grpcTls);
    useTargetChecks.setState({ [key]: await engine.services.check({ protocol, address, tls }) });
  } catch (error) {
    useTargetChecks.setState({ [key]: undefined });
    notifyError(error, 'The address could not be checked');
  }
}

/** Drops the checks of a target, because its addresses have changed. */
export function forgetChecks(id: string): void {
  const gone = protocols.map((protocol) => [checkKey(id, protocol), undefined]);
  useTargetChecks.setState(Object.fromEntries(gone));
}
