import { protocolFacts } from '../../../contracts/protocols.ts';
import type { ClientKind } from '../../../contracts/words.ts';
import { loadXPath } from '../../../workloads/own-service/xml-path.ts';
import type { Driver } from '../driver.ts';
import { callsOf, type OwnServiceDriverOptions } from './calls.ts';

/** The driver of an own service in a protocol. */
export async function openOwnServiceDriver(
  client: ClientKind,
  options: OwnServiceDriverOptions,
): Promise<Driver> {
  await loadXPath(options.service);
  return client === 'raw' ? await openRaw(options) : await openLibrary(options);
}

async function openRaw(options: OwnServiceDriverOptions): Promise<Driver> {
  const { custom, transport } = protocolFacts[options.protocol];
  if (custom === 'message') {
    const { openProtobufHttp2 } = await import('./protobuf-http2.ts');
    return openProtobufHttp2(options, callsOf(options, 'protobuf'));
  }
  const calls = callsOf(options, 'text');
  if (transport === 'h2') {
    const { openTextHttp2 } = await import('./text-http2.ts');
    return openTextHttp2(options, calls);
  }
  const { openTextHttp1 } = await import('./text-http1.ts');
  return openTextHttp1(options, calls);
}

/** With the library that measures bundled services in the same protocol. */
async function openLibrary(options: OwnServiceDriverOptions): Promise<Driver> {
  const { custom, transport } = protocolFacts[options.protocol];
  if (custom === 'message') {
    const { openMessages } = await import('./library/messages.ts');
    return openMessages(options, callsOf(options, 'protobuf'));
  }
  const calls = callsOf(options, 'text');
  if (custom === 'envelope') {
    const { openEnvelopes } = await import('./library/envelopes.ts');
    return await openEnvelopes(options, calls);
  }
  if (custom === 'query') {
    const { openQueries } = await import('./library/queries.ts');
    return openQueries(options, calls);
  }
  if (transport === 'h2') {
    const { openResourcesHttp2 } = await import('./library/resources-http2.ts');
    return openResourcesHttp2(options, calls);
  }
  const { openResources } = await import('./library/resources.ts');
  return openResources(options, calls);
}
