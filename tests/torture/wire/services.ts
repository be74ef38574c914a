import type { Protocol, TlsLevel } from '../../../contracts/words.ts';
import type { Assignment } from '../../../contracts/worker-messages.ts';
import { isAlive } from '../../support/processes.ts';
import { removeTestIdentities, startService, type TestService } from '../../support/service.ts';
import { Subject } from '../subject.ts';
import type { CallOrder, CallOutcome, CallReply } from './messages.ts';

/** Bundled services, each started when it is first asked for, or after it has died. */
export class Services {
  readonly #started = new Map<string, Promise<TestService>>();

  async of(protocol: Protocol, tls: TlsLevel): Promise<TestService> {
    const key = `${protocol} ${tls}`;
    const known = await this.#started.get(key);
    if (known && isAlive(known.pid)) return known;
    const started = startService({ protocol, tls });
    this.#started.set(key, started);
    return started;
  }

  /** All that are there, with what they are. */
  async all(): Promise<{ readonly name: string; readonly service: TestService }[]> {
    return Promise.all(
      [...this.#started].map(async ([name, service]) => ({ name, service: await service })),
    );
  }

  async stop(): Promise<void> {
    for (const { service } of await this.all()) {
      if (isAlive(service.pid)) process.kill(service.pid, 'SIGKILL');
    }
    await removeTestIdentities();
  }
}

/** A client in a process of its own. */
export class Client {
  readonly #subject = new Subject<CallOrder, CallReply>(new URL('./caller.ts', import.meta.url));

  /** Makes the requests of an assignment. @throws Error that says how the process died. */
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
