import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type ConformFinding,
  type ConformOrder,
  conformMessageSchema,
} from '../../contracts/conform.ts';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { addressSchemas, parsedUrl } from '../../contracts/experiment/addresses.ts';
import type { OwnTls } from '../../contracts/experiment/own-tls.ts';
import type { Protocol } from '../../contracts/words.ts';
import { entryUrl } from '../platform/entries.ts';
import { endpointTls, parseTarget } from '../run/address.ts';

/** A service to be checked, by its address. */
export interface ConformTarget {
  readonly protocol: Protocol;
  /** Syntax as for targets of experiments; where these are `host:port`, `https://host:port` means TLS. */
  readonly address: string;
}

type Wish = Omit<ConformOrder, 'protocol' | 'address' | 'fields' | 'dates' | 'formats'>;

const isSecure = (address: string) => /^https:/i.test(address);

/** @throws WirebenchError ARGUMENT_INVALID when the address does not suit the protocol. */
export function assertConformAddress({ protocol, address }: ConformTarget): void {
  const place = isSecure(address) ? (parsedUrl(address)?.host ?? '') : address;
  const known = [place, address].some((one) => addressSchemas[protocol].safeParse(one).success);
  if (known) return;
  const [issue] = addressSchemas[protocol].safeParse(address).error?.issues ?? [];
  throw new WirebenchError('ARGUMENT_INVALID', `--${protocol} ${address}: ${issue?.message ?? ''}`);
}

/**
 * Makes all checks of a service, and reports each as it is made.
 * @param home folder of the certificates of Wirebench, which are trusted besides those of this machine.
 * @throws WirebenchError WORKER_FAILED; AbortError when the signal ends it.
 */
export async function* conformFindings(
  target: ConformTarget,
  wish: Wish,
  {
    home,
    own,
    signal,
  }: { readonly home: string; readonly own: OwnTls; readonly signal: AbortSignal },
): AsyncGenerator<ConformFinding> {
  const { protocol, address } = target;
  const tls = await endpointTls(isSecure(address) ? 'on' : 'off', home, address, own);
  const order: ConformOrder = {
    ...wish,
    protocol,
    address: { ...parseTarget(address), tls },
    fields: 'full',
    dates: 'full',
    formats: 'separate',
  };
  const worker = new Worker(entryUrl('conformWorker'), { execArgv: [], stdin: false });
  try {
    const messages = on(worker, 'message', { signal, close: ['exit'] });
    worker.postMessage(order);
    for await (const [message] of messages) {
      const reply = conformMessageSchema.parse(message);
      if (reply.type === 'done') return;
      yield reply.finding;
    }
    throw new Error('it was ended');
  } catch (cause) {
    if (signal.aborted || cause instanceof WirebenchError) throw cause;
    const message = `The checking thread ended: ${messageOf(cause)}`;
    throw new WirebenchError('WORKER_FAILED', message, { cause });
  } finally {
    await worker.terminate();
  }
}
