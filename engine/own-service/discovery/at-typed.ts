import { isLoopbackHost } from '../../../contracts/experiment/addresses.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { TypedAddress } from '../../../workloads/own-service/typed-address.ts';
import type { FoundService } from '../found.ts';

const isHere = ({ hostname }: URL) => isLoopbackHost(hostname.replace(/^\[|\]$/g, ''));

/** Whether two addresses lead to the same port, this machine having several names. */
function isSamePlace(a: URL, b: URL): boolean {
  const isSameHost = a.hostname === b.hostname || (isHere(a) && isHere(b));
  return a.protocol === b.protocol && a.port === b.port && isSameHost;
}

/**
 * A service at the address where its description was found: descriptions often name another, such as that of
 * production, which was not asked for.
 */
export function atTyped(service: FoundService, { origin, place }: TypedAddress): FoundService {
  const { protocol, address } = service;
  if (protocolFacts[protocol].address !== 'url') {
    return { ...service, address: place, secure: origin.startsWith('https:') };
  }
  if (address === null) return { ...service, address: origin };
  const said = new URL(address);
  if (isSamePlace(said, new URL(origin))) return service;
  const path = said.pathname === '/' && said.search === '' ? '' : `${said.pathname}${said.search}`;
  const remark = `The description says that the service is at ${address}; taken is ${origin}${path}, where the description was found. Change the address if that is wrong.`;
  return { ...service, address: `${origin}${path}`, remarks: [remark, ...service.remarks] };
}
