import type { MachinesState } from '../../contracts/api/machines.ts';
import { type ErrorReport, toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { ownAddresses } from '../platform/addresses.ts';
import { refuseUncalibrated } from './calibrated.ts';
import type { ClockOffset } from './clock-offset.ts';
import type { LeftBehind } from './left-behind.ts';
import type { MachinePool } from './machine-pool.ts';
import type { Machines } from './machines.ts';

/** Until the machines of a run have joined. */
const gatherMs = 10 * 60_000;

/** Where machines join. */
interface Joining {
  readonly host: string;
  readonly port: number;
  readonly machines: Promise<Machines>;
}

/** Holds the controller of an engine, from the first wish for other machines to the end of the engine. */
export class MachinesKeeper {
  readonly #home: string;
  readonly #left: LeftBehind;
  /** Ends what is fetched of a controller that died. */
  #closing = new AbortController();
  #fetching: Promise<void> = Promise.resolve();
  #joining: Joining | null = null;
  /** Why nobody can join, as the last try found it. */
  #obstacle: ErrorReport | null = null;

  /** @param home the data folder. */
  constructor(home: string, left: LeftBehind) {
    this.#home = home;
    this.#left = left;
  }

  /** Whether machines can join, or soon can. */
  get isListening(): boolean {
    return this.#joining !== null;
  }

  /**
   * Lets other machines join at an address of this one, instead of at the one before.
   * @throws WirebenchError MACHINES_UNAVAILABLE; RUN_BUSY while a run holds machines of the one before.
   */
  async open(host: string, port: number): Promise<Machines> {
    const present = this.#joining;
    if (present?.host === host && present.port === port) return present.machines;
    await this.stop();
    const joining = { host, port, machines: this.#start(host, port) };
    this.#joining = joining;
    try {
      const machines = await joining.machines;
      this.#obstacle = null;
      return machines;
    } catch (error) {
      if (this.#joining === joining) this.#joining = null;
      this.#obstacle = toErrorReport(error);
      throw error;
    }
  }

  /** Loaded on demand: without other machines an engine speaks no NATS. */
  async #start(host: string, port: number): Promise<Machines> {
    const { Machines } = await import('./machines.ts');
    const machines = await Machines.open({ home: this.#home, host, port });
    this.#closing = new AbortController();
    this.#fetching = this.#fetchLeftBehind(machines);
    return machines;
  }

  /** Beside everything else: machines take their time to come back. */
  async #fetchLeftBehind(machines: Machines): Promise<void> {
    // What was stored is there without it, and the stream keeps it for the next time.
    await machines.fetchLeftBehind(this.#closing.signal, this.#left).catch(() => undefined);
  }

  /** Nobody can join any more. @throws WirebenchError RUN_BUSY while a run holds machines. */
  async stop(): Promise<void> {
    const machines = await this.#joining?.machines.catch(() => null);
    if (machines?.isHeld) {
      throw new WirebenchError(
        'RUN_BUSY',
        'A run holds machines; stop it or wait for it to finish',
      );
    }
    await this.close();
  }

  /**
   * Waits for the machines of a run and takes them for it.
   * @param waiting hears which are there, whenever that changes.
   * @throws WirebenchError MACHINES_UNAVAILABLE, MACHINES_MISSING, MACHINE_LOST; the reason of the signal when that is aborted.
   */
  async gather(
    {
      machines: count,
      onMachineLoss,
      machineShare,
    }: Pick<Experiment, 'machines' | 'onMachineLoss' | 'machineShare'>,
    signal: AbortSignal,
    waiting: (names: readonly string[]) => void,
  ): Promise<MachinePool> {
    const machines = await this.#joining?.machines;
    if (!machines) throw notListening();
    const { MachinePool } = await import('./machine-pool.ts');
    const members = await machines.gather(count, gatherMs, signal, waiting);
    const byCalibration = machineShare === 'calibration';
    if (byCalibration) refuseUncalibrated(members.map(({ beat }) => beat.facts));
    const goesOn = onMachineLoss === 'continue';
    return MachinePool.lease(machines, members, { goesOn, byCalibration });
  }

  async state(): Promise<MachinesState> {
    const joining = this.#joining;
    const machines = (await joining?.machines.catch(() => null)) ?? null;
    return {
      listening:
        joining && machines
          ? { host: joining.host, port: joining.port, line: machines.joinLine }
          : null,
      machines: (machines?.present ?? []).map(({ id, beat: { facts, lease, loading } }) => ({
        id,
        facts,
        isFree: lease === null,
        loading,
        clock: inMilliseconds(machines?.clocks.known(id) ?? null),
      })),
      addresses: ownAddresses(),
      obstacle: machines ? null : (this.#obstacle ?? (await withoutServer())),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#fetching;
    const machines = await this.#joining?.machines.catch(() => null);
    this.#joining = null;
    await machines?.close();
  }
}

function inMilliseconds(clock: ClockOffset | null) {
  return (
    clock && {
      offsetMs: Number(clock.offset) / 1e6,
      errorMs: Number(clock.error) / 1e6,
      roundTripMs: Number(clock.roundTrip) / 1e6,
    }
  );
}

/** @returns why no server could be started; null when the program is there. */
async function withoutServer(): Promise<ErrorReport | null> {
  const { findNatsServer } = await import('./nats-server.ts');
  return findNatsServer().then(() => null, toErrorReport);
}

/** Of a run that asks for machines where none can join. */
export function notListening(): WirebenchError {
  return new WirebenchError(
    'MACHINES_UNAVAILABLE',
    'No machine can join: this engine does not listen for any',
    {
      hint: 'Add machines in the Machines view, or name the address of this machine that the others reach with --listen HOST:PORT.',
    },
  );
}
