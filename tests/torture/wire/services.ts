import type { Protocol, TlsLevel } from '../../../contracts/words.ts';
import type { Assignment } from '../../../contracts/worker-messages.ts';
import { endProcess, isAlive } from '../../support/processes.ts';
import { removeTestIdentities, startService, type TestService } from '../../support/service.ts';
import { Subject } from '../subject.ts';
import type { CallOrder, CallOutcome, CallReply } from './messages.ts';

/** Bundled services, each started on first use, and again after its death. */
export class Services {
  readonly #started = new Map<string, Promise<TestService>>();

  /** Two lanes may ask concurrently: the second waits for the service that the first one starts. */
  of(protocol: Protocol, tls: TlsLevel): Promise<TestService> {
    const key = `${protocol} ${tls}`;
    const service = this.#livingOf(key).then((known) => known ?? startService({ protocol, tls }));
    this.#started.set(key, service);
    return service;
  }

  /** Null without one, if it could not be started, or after its death. */
  async #livingOf(key: string): Promise<TestService | null> {
    const known = await this.#started.get(key)?.catch(() => null);
    return known && isAlive(known.pid) ? known : null;
  }

  /** All running ones, with their names. */
  async all(): Promise<{ readonly name: string; readonly service: TestService }[]> {
    const all = await Promise.all(
      [...this.#started.keys()].map(async (name) => ({
        name,
        service: await this.#livingOf(name),
      })),
    );
    return all.flatMap(({ name, service }) => (service ? [{ name, service }] : []));
  }

  async stop(): Promise<void> {
    for (const { service } of await this.all()) {
      endProcess(service.pid);
    }
    await removeTestIdentities();
  }
}

/** A client in a separate process. */
export class Client {
  readonly #subject = new Subject<CallOrder, CallReply>(new URL('./caller.ts', import.meta.url));

  /** Sends the requests of an assignment. @throws Error that says how the process died. */
  async call(assignment: Assignment, plant: CallOrder['plant'] = null): Promise<CallOutcome> {
    const outcomes: CallOutcome[] = [];
    const death = await this.#subject.do({ assignment, plant }, (reply) => {
      if (reply.type === 'outcome') outcomes.push(reply);
    });
    const [outcome] = outcomes;
    if (death !== null || !outcome) throw new Error(`the client: ${death}`);
    return outcome;
  }

  stop(): void {
    this.#subject.stop();
  }
}
