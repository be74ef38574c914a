import { setPriority } from 'node:os';
import { toErrorReport } from '../../contracts/errors.ts';
import { type HopStart, hopCommandSchema } from '../../contracts/hop-messages.ts';
import { HealthMeter } from '../health.ts';
import { obeyParent, report } from '../parent.ts';
import { protocolServices } from '../registry.ts';
import type { RunningService } from '../service.ts';

/**
 * Entry of a process between client and service, started by `child_process.fork` and controlled by the
 * messages of `contracts/hop-messages.ts`. It ends with its parent, however that ends.
 */
const meter = new HealthMeter();
let running: Promise<RunningService> | undefined;

async function listen(start: HopStart): Promise<RunningService> {
  if (start.hop === 'network') {
    const { startNetwork } = await import('../network/network.ts');
    return startNetwork(start, meter.countAnswer);
  }
  const startGateway = await protocolServices[start.protocol].gateway();
  return startGateway(start, meter.countAnswer);
}

async function begin(start: HopStart): Promise<void> {
  if (start.niceness !== undefined && process.platform === 'linux') setPriority(start.niceness);
  running ??= listen(start);
  const { port } = await running;
  meter.begin();
  await report({ type: 'started', host: start.host, port });
  setInterval(() => report({ type: 'health', id: null, health: meter.measure() }), 1000);
}

async function obey(message: unknown): Promise<void> {
  const command = hopCommandSchema.parse(message);
  if (command.type === 'start') return begin(command);
  if (command.type === 'measure') {
    return report({ type: 'health', id: command.id, health: meter.measure() });
  }
  await (await running)?.stop();
  process.exit(0);
}

obeyParent({
  obey,
  fail: async (error) => {
    await report({ type: 'failed', error: toErrorReport(error, 'SERVICE_START_FAILED') });
    process.exit(1);
  },
});
