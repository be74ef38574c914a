import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Driver } from '../driver.ts';
import { type CustomDriverOptions, callsOf } from './calls.ts';

/** The raw driver of a user's own service in a protocol. */
export async function openCustomDriver(options: CustomDriverOptions): Promise<Driver> {
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
