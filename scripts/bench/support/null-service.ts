import type { Protocol } from '../../../contracts/words.ts';
import { pinProcess } from '../../../engine/platform/pinning.ts';
import { bundledAddress, serviceTls } from '../../../engine/run/address.ts';
import { startService } from '../../../engine/run/service-process.ts';
import type { BenchTarget } from './target.ts';

/** Starts one of Wirebench's null services in a process on the given cores. */
export async function startNullService(
  protocol: Protocol,
  options: {
    cores: readonly number[];
    tls: boolean;
    home: string;
    knowsHeads?: boolean;
  },
): Promise<BenchTarget> {
  const level = options.tls ? 'on' : 'off';
  const service = await startService({
    workload: 'product',
    protocol,
    host: '127.0.0.1',
    port: 0,
    tls: await serviceTls(level, options.home),
    delayMs: 0,
    null: true,
    knowsHeads: options.knowsHeads,
  });
  const note = await pinProcess(service.pid, options.cores);
  if (note) throw new Error(note);
  const address = await bundledAddress(service, level, options.home);
  return { protocol, address, pid: service.pid, stop: () => service.stop() };
}
