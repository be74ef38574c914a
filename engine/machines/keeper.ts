import { isDeepStrictEqual } from 'node:util';
import type { MachinesPlace, MachinesState } from '../../contracts/api/machines.ts';
import type { RunProgress } from '../../contracts/engine-api.ts';
import { type ErrorReport, toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { ownAddresses } from '../platform/addresses.ts';
import type { GatheredMachines, ServicesElsewhere } from '../run/services-elsewhere.ts';
import type { WatchedLook } from '../run/watched-records.ts';
import { refuseUncalibrated } from './calibrated.ts';
import type { ClockOffset } from './clock-offset.ts';
import { isFree } from './gathering.ts';
import type { LeftBehind } from './left-behind.ts';
import type { JoinedMachine, Machines } from './machines.ts';

/** Time limit for the machines of a run to join. */
const gatherMs = 10 * 60_000;

/** Where machines join. */
interface Joining {
  readonly place: MachinesPlace;
  readonly machines: Promise<Machines>;
}

/** Keeps an engine's controller from the first request for other machines to the end of the engine. */
export class MachinesKeeper {
  readonly #home: string;
  readonly #left: LeftBehind;
  /** Listeners of watched machines' metrics. */
  readonly #watchers = new Set<(look: WatchedLook) => void>();
  /** Aborts fetching the results of a dead controller. */
  #closing = new AbortController();
  #fetching: Promise<void> = Promise.resolve();
  #joining: Joining | null = null;
  /** Why machines cannot join, from the last attempt. */
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
   * Opens a new place for machines to join, in place of the previous one.
   * @throws WirebenchError MACHINES_UNAVAILABLE, ARGUMENT_INVALID; RUN_BUSY while a run holds machines of the one before.
   */
  async open(place: MachinesPlace): Promise<Machines> {
    const present = this.#joining;
    if (present && isDeepStrictEqual(present.place, place)) return present.machines;
    await this.stop();
    const joining = { place, machines: this.#start(place) };
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
  async #start(place: MachinesPlace): Promise<Machines> {
    const { openMachines } = await import('./open.ts');
    const machines = await openMachines(this.#home, place);
    machines.onWatched = (look) => {
      for (const hear of this.#watchers) hear(look);
    };
    this.#closing = new AbortController();
    this.#fetching = this.#fetchLeftBehind(machines);
    return machines;
  }

  /** In the background: machines take some time to reconnect. */
  async #fetchLeftBehind(machines: Machines): Promise<void> {
    // Stored trials exist without it, and the stream keeps the remainder for the next time.
    await machines.fetchLeftBehind(this.#closing.signal, this.#left).catch(() => undefined);
  }

  /** Adds a listener of watched machines' metrics; the returned function removes it. */
  watch(listener: (look: WatchedLook) => void): () => void {
    this.#watchers.add(listener);
    return () => {
      this.#watchers.delete(listener);
    };
  }

  /** Stops letting machines join. @throws WirebenchError RUN_BUSY while a run holds machines. */
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
   * Waits for the machines of a run and reserves them for it.
   * @param waiting is called with the joined machines whenever they change.
   * @throws WirebenchError MACHINES_UNAVAILABLE, MACHINES_MISSING, MACHINE_LOST; the reason of the signal when that is aborted.
   */
  async gather(
    experiment: Pick<Experiment, 'machines' | 'onMachineLoss' | 'machineShare' | 'serviceOn'>,
    signal: AbortSignal,
    waiting: (awaited: NonNullable<RunProgress['awaited']>) => void,
  ): Promise<GatheredMachines> {
    const machines = await this.#joining?.machines;
    if (!machines) throw notListening();
    const { machines: count, serviceOn: name } = experiment;
    const byCalibration = experiment.machineShare === 'calibration';
    const goesOn = experiment.onMachineLoss === 'continue';
    const services =
      name === undefined
        ? null
        : await leaseServices(
            machines,
            await machines.gather(
              1,
              gatherMs,
              signal,
              (there) => waiting({ machines: 1, there: [...there], service: name }),
              name,
            ),
          );
    if (count === 0) return { pool: null, services };
    try {
      const { MachinePool } = await import('./machine-pool.ts');
      // The machine of the service is reserved by now.
      const members = await machines.gather(count, gatherMs, signal, (there) =>
        waiting({ machines: count, there: [...there] }),
      );
      if (byCalibration) refuseUncalibrated(members.map(({ beat }) => beat.facts));
      const pool = await MachinePool.lease(machines, members, { goesOn, byCalibration });
      return { pool, services };
    } catch (error) {
      await services?.close();
      throw error;
    }
  }

  async state(): Promise<MachinesState> {
    const joining = this.#joining;
    const machines = (await joining?.machines.catch(() => null)) ?? null;
    return {
      listening: joining && machines ? listeningAt(joining.place, machines) : null,
      machines: (machines?.present ?? []).map(({ id, beat }) => ({
        id,
        facts: beat.facts,
        isFree: isFree(beat),
        loading: beat.loading,
        serving: beat.serving ?? false,
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

function listeningAt(place: MachinesPlace, { lines, entrance }: Machines) {
  return { ...('nats' in place ? { ...entrance, nats: place } : place), ...lines };
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

async function leaseServices(
  machines: Machines,
  members: readonly JoinedMachine[],
): Promise<ServicesElsewhere | null> {
  const { RemoteServices } = await import('./remote-services.ts');
  const [machine] = members;
  return machine ? RemoteServices.lease(machines, machine) : null;
}

/** Whether other machines take part in a run. */
export function needsMachines({
  machines,
  serviceOn,
}: Pick<Experiment, 'machines' | 'serviceOn'>): boolean {
  return machines > 0 || serviceOn !== undefined;
}

/** For a run that asks for machines where none can join. */
export function notListening(): WirebenchError {
  return new WirebenchError(
    'MACHINES_UNAVAILABLE',
    'No machine can join: this engine does not listen for any',
    {
      hint: 'Add machines in the Machines view, or name the address of this machine that the others reach with --listen HOST:PORT, or an existing NATS server with --nats.',
    },
  );
}
