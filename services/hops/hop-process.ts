import { setPriority } from 'node:os';
import { toErrorReport } from '../../contracts/errors.ts';
import { type HopStart, hopCommandSchema } from '../../contracts/hop-messages.ts';
import { HealthMeter } from '../health.ts';
import type { OwnProcess } from '../parent.ts';
import { protocolServices } from '../registry.ts';
import type { RunningService } from '../service.ts';

/** What the process of a hop does for each message of `contracts/hop-messages.ts`. */
export class HopProcess {
  readonly #own: OwnProcess;
  readonly #meter = new HealthMeter();
  #running: Promise<RunningService> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(own: OwnProcess) {
    this.#own = own;
  }

  async obey(message: unknown): Promise<void> {
    const command = hopCommandSchema.parse(message);
    if (command.type === 'start') return this.#begin(command);
    if (command.type === 'measure') return this.#reportHealth(command.id);
    clearInterval(this.#timer);
    await (await this.#running)?.stop();
    this.#own.exit(0);
  }

  async fail(error: unknown): Promise<void> {
    await this.#own.report({
      type: 'failed',
      error: toErrorReport(error, 'SERVICE_START_FAILED'),
    });
    this.#own.exit(1);
  }

  async #begin(start: HopStart): Promise<void> {
    if (start.niceness !== undefined && process.platform === 'linux') setPriority(start.niceness);
    this.#running ??= this.#listen(start);
    const { port } = await this.#running;
    this.#meter.begin();
    await this.#own.report({ type: 'started', host: start.host, port });
    this.#timer = setInterval(() => this.#reportHealth(null), 1000);
  }

  async #listen(start: HopStart): Promise<RunningService> {
    if (start.hop === 'network') {
      const { startNetwork } = await import('../network/network.ts');
      return startNetwork(start, this.#meter.countAnswer);
    }
    const startGateway = await protocolServices[start.protocol].gateway();
    return startGateway(start, this.#meter.countAnswer);
  }

  #reportHealth(id: number | null): Promise<void> {
    return this.#own.report({ type: 'health', id, health: this.#meter.measure() });
  }
}
