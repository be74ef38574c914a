import { WirebenchError } from '../../contracts/errors.ts';
import { MachinePool } from './machine-pool.ts';
import { type JoinedMachine, Machines } from './machines.ts';

/** Until the machines of a run have joined. */
const gatherMs = 10 * 60_000;

/** Holds the controller of an engine, from the first wish for other machines to the end of the engine. */
export class MachinesKeeper {
  readonly #home: string;
  #machines: Promise<Machines> | null = null;

  /** @param home the data folder. */
  constructor(home: string) {
    this.#home = home;
  }

  /**
   * Lets other machines join at an address of this one.
   * @throws WirebenchError MACHINES_UNAVAILABLE
   */
  async open(host: string, port: number): Promise<Machines> {
    this.#machines ??= Machines.open({ home: this.#home, host, port });
    try {
      return await this.#machines;
    } catch (error) {
      this.#machines = null;
      throw error;
    }
  }

  /** Waits for machines and takes them for a run. @throws WirebenchError MACHINES_UNAVAILABLE, MACHINES_MISSING, MACHINE_LOST */
  async gather(count: number, signal: AbortSignal): Promise<MachinePool> {
    const machines = await this.#machines;
    if (!machines) {
      throw new WirebenchError(
        'MACHINES_UNAVAILABLE',
        'No machine can join: this engine does not listen for any',
        {
          hint: 'Name the address of this machine that the others reach, with --listen HOST:PORT.',
        },
      );
    }
    return MachinePool.lease(machines, await machines.gather(count, gatherMs, signal));
  }

  /** Machines that were heard lately; none before any could join. */
  async present(): Promise<JoinedMachine[]> {
    return (await this.#machines?.catch(() => null))?.present ?? [];
  }

  async close(): Promise<void> {
    const machines = await this.#machines?.catch(() => null);
    this.#machines = null;
    await machines?.close();
  }
}
