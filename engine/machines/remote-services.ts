import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fromErrorReport, toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { AgentReply } from '../../contracts/machines.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import type { ServiceMachine } from '../../contracts/other-side.ts';
import type { HostedService, RemoteOrder } from '../../contracts/remote-service.ts';
import { serviceStartSchema } from '../../contracts/service-messages.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import type { ServicesElsewhere } from '../run/services-elsewhere.ts';
import { lostMachine } from './gathering.ts';
import type { JoinedMachine, Machines } from './machines.ts';

/** Pause before repeating a request that may not have arrived. */
const retryMs = 250;
const measureMs = 20_000;
/** Time limit for a stack's program to end. */
const stopMs = 20_000;

const randomName = () => randomBytes(8).toString('hex');

/** A machine that runs the bundled services of a run, one after the other. */
export class RemoteServices implements ServicesElsewhere {
  readonly machine: ServiceMachine;
  readonly #machines: Machines;
  readonly #id: string;
  readonly #lease = randomName();
  #service: RemoteService | null = null;
  /** Events of the connection to it, in sentences; reported with the running trial. */
  #notices: string[] = [];

  private constructor(machines: Machines, id: string, machine: ServiceMachine) {
    this.#machines = machines;
    this.#id = id;
    this.machine = machine;
  }

  /** Reserves a machine for a run. @throws WirebenchError MACHINE_LOST, MACHINES_MISSING */
  static async lease(machines: Machines, { id, beat }: JoinedMachine): Promise<RemoteServices> {
    const { name, host, os, cpu, cores, memoryBytes } = beat.facts;
    if (host === undefined) {
      throw new WirebenchError(
        'MACHINES_MISSING',
        `${name} does not know the address at which the others reach it, so no service can run there`,
        { hint: 'Start "wirebench agent" there with --host ADDRESS.' },
      );
    }
    try {
      const { roundTrip } = await machines.clocks.look(id);
      const roundTripMs = Number(roundTrip) / 1e6;
      const facts = { name, host, os, cpu, cores, memoryBytes, roundTripMs };
      const services = new RemoteServices(machines, id, facts);
      await services.#take();
      return services;
    } catch (error) {
      const isLost = error instanceof WirebenchError && error.code === 'MACHINE_LOST';
      // Only this run still knows the name of one that has gone meanwhile.
      throw isLost
        ? lostMachine(name, 'does not answer, so no service can run there', error)
        : error;
    }
  }

  async start(
    stack: Parameters<ServicesElsewhere['start']>[0],
    start: Parameters<ServicesElsewhere['start']>[1],
    signal?: AbortSignal,
  ): Promise<ServiceProcess> {
    if (!this.#machines.present.some(({ id }) => id === this.#id)) {
      throw lostMachine(this.machine.name, 'is gone');
    }
    this.#notices = [];
    const name = randomName();
    const ask = (order: RemoteOrder) =>
      this.#machines.ask(this.#id, {
        type: 'service',
        lease: this.#lease,
        service: name,
        order,
      });
    const service = new RemoteService(this.machine.name, ask, () => this.#notices);
    this.#service = service;
    const { host } = this.machine;
    const complete = serviceStartSchema.parse({ type: 'start', ...start, host, port: 0 });
    try {
      await service.start({ do: 'start', stack, start: complete }, signal);
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  async close(): Promise<void> {
    await this.#service?.stop();
    // A service that is unreachable ends by itself.
    await this.#machines
      .ask(this.#id, { type: 'release', lease: this.#lease })
      .catch(() => undefined);
    await this.#machines.forget(this.#lease);
  }

  async #take(): Promise<void> {
    this.#machines.listen(this.#lease, {
      // It generates no load.
      report: () => undefined,
      lost: (id, why) => {
        if (id === this.#id) this.#service?.lose(why);
      },
      notice: (sentence) => this.#notices.push(sentence),
    });
    try {
      await this.#machines.ask(this.#id, {
        type: 'lease',
        lease: this.#lease,
        controller: this.#machines.name,
      });
    } catch (error) {
      await this.#machines.forget(this.#lease);
      throw error;
    }
  }
}

const notYet: HostedService = {
  revision: 0,
  phase: 'starting',
  host: '',
  port: 0,
  pid: 0,
  health: null,
  log: [],
  remarks: [],
  made: null,
};

/** A bundled service on another machine, with the interface of a local process. */
class RemoteService implements ServiceProcess {
  readonly #machine: string;
  readonly #ask: (order: RemoteOrder) => Promise<AgentReply>;
  readonly #notices: () => readonly string[];
  #state = notYet;
  #lost: WirebenchError | null = null;
  #stopping = false;
  #deathListener: Parameters<ServiceProcess['onDeath']>[0] | null = null;
  /** Resolves when nothing waits for it any more. */
  readonly #left = Promise.withResolvers<void>();
  #isLeft = false;

  constructor(
    machine: string,
    ask: (order: RemoteOrder) => Promise<AgentReply>,
    notices: () => readonly string[],
  ) {
    this.#machine = machine;
    this.#ask = ask;
    this.#notices = notices;
  }

  get host(): string {
    return this.#state.host;
  }
  get port(): number {
    return this.#state.port;
  }
  get pid(): number {
    return this.#state.pid;
  }
  get health(): ServerHealth | null {
    return this.#state.health;
  }
  get log(): readonly string[] {
    return this.#state.log;
  }
  get made() {
    return this.#state.made;
  }
  get remarks(): readonly string[] {
    return [...this.#state.remarks, ...this.#notices()];
  }

  /** @throws WirebenchError SERVICE_START_FAILED, MACHINE_LOST */
  async start(order: RemoteOrder, signal?: AbortSignal): Promise<void> {
    this.#take(await this.#insist(order));
    while (this.#state.phase === 'starting' && !signal?.aborted) {
      this.#take(await this.#insist({ do: 'state', seen: this.#state.revision }));
    }
    const { phase, error, reason = 'was not waited for' } = this.#state;
    if (phase === 'running') {
      void this.#follow();
      return;
    }
    if (error) throw fromErrorReport(error, `${this.#machine}: `);
    throw new WirebenchError('SERVICE_START_FAILED', `The service on ${this.#machine} ${reason}`);
  }

  onDeath(listener: Parameters<ServiceProcess['onDeath']>[0]): void {
    this.#deathListener = listener;
    if (!this.#isOver) return;
    this.#reportDeath();
  }

  async measure(): Promise<ServerHealth | null> {
    if (this.#isOver) return null;
    const withinMs = AbortSignal.timeout(measureMs);
    try {
      const reply = await this.#insist({ do: 'measure' }, withinMs);
      this.#take(reply);
      return reply.type === 'service' ? (reply.measured ?? null) : null;
    } catch {
      // Its listeners are notified that it is gone.
      return null;
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (!this.#isOver) {
      // An unreachable machine ends it by itself.
      const reply = await this.#insist({ do: 'stop' }, AbortSignal.timeout(stopMs)).catch(
        () => null,
      );
      if (reply) this.#take(reply);
    }
    this.#leave();
  }

  /** Its machine is gone. @param why the end of a sentence that begins with the machine. */
  lose(why: string): void {
    if (this.#isOver) return;
    this.#lost = lostMachine(this.#machine, why);
    this.#leave();
    this.#reportDeath();
  }

  get #isOver(): boolean {
    return this.#lost !== null || this.#state.phase === 'ended' || this.#state.phase === 'failed';
  }

  /** Follows its state until it ends. */
  async #follow(): Promise<void> {
    while (!this.#isOver && !this.#stopping) {
      try {
        this.#take(await this.#insist({ do: 'state', seen: this.#state.revision }));
      } catch {
        // Without its machine no more messages come; a machine that refuses to answer runs no service for this run.
        if (!this.#stopping) this.lose('no longer runs the service for this run');
      }
    }
  }

  /**
   * Repeats a request until it is answered.
   * @throws WirebenchError MACHINE_LOST; the machine's refusal.
   */
  async #insist(order: RemoteOrder, within?: AbortSignal): Promise<AgentReply> {
    for (;;) {
      if (this.#isLeft) throw this.#lost ?? lostMachine(this.#machine, 'is not asked any more');
      try {
        const reply = await Promise.race([this.#ask(order), this.#left.promise]);
        if (reply) return reply;
      } catch (error) {
        const mayPass = error instanceof WirebenchError && error.code === 'MACHINE_LOST';
        if (!mayPass || within?.aborted) throw error;
        await Promise.race([pause(retryMs), this.#left.promise]);
      }
    }
  }

  #take(reply: AgentReply): void {
    // Answers may arrive out of order.
    if (reply.type !== 'service' || reply.service.revision < this.#state.revision) return;
    const wasOver = this.#isOver;
    this.#state = reply.service;
    if (this.#isOver && !wasOver) this.#reportDeath();
  }

  #leave(): void {
    this.#isLeft = true;
    this.#left.resolve();
  }

  #reportDeath(): void {
    if (this.#stopping) return;
    if (this.#lost) this.#deathListener?.(this.#lost.message, toErrorReport(this.#lost));
    else this.#deathListener?.(this.#state.reason ?? 'ended');
  }
}
