import type { Stack } from '../../../contracts/stacks.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { bundledAddress } from '../../../engine/run/address.ts';
import type { ServiceProcess } from '../../../engine/run/forked-service.ts';
import { startIn } from '../../../engine/run/stack-service.ts';
import type { BenchTarget } from '../support/target.ts';

export interface StackService {
  readonly process: ServiceProcess;
  readonly target: BenchTarget;
}

/** Starts the `product` service of a stack for one core, to which all of its processes are bound. */
export async function startStackService(
  stack: Stack,
  protocol: Protocol,
  { core, home }: { readonly core: number; readonly home: string },
): Promise<StackService> {
  const start = {
    workload: 'product',
    protocol,
    host: '127.0.0.1',
    port: 0,
    tls: null,
    workers: 1,
    niceness: 0,
  } as const;
  const process = await startIn(stack, start, { cores: [core] });
  const address = await bundledAddress(process, 'off', home);
  const { pid } = process;
  return { process, target: { protocol, address, pid, stop: () => process.stop() } };
}
