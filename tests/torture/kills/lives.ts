import { startWirebench } from '../../support/command-line.ts';
import { type Attack, type Result, resultOf, someTime, type Try, until } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { Workbench } from '../shell/workbench.ts';
import { Ground } from './ground.ts';
import {
  endlessRun,
  lossIn,
  lostSeconds,
  orphansOf,
  plantLoss,
  plantOrphan,
  runsAgain,
  type StoredRun,
  storedSeconds,
} from './homes.ts';
import { faultOfCopies } from './power-cuts.ts';

/** State that was certain at the moment of a kill. */
interface Left {
  readonly seconds: number;
  readonly run: StoredRun | null;
}

/** Copies made of the database of one running engine. */
const copies = 10;

/** @returns the identifier of a run that takes hours. */
export async function startEndless(workbench: Workbench, protocols?: string): Promise<string> {
  const text = endlessRun(protocols);
  return (await workbench.use((client) => client.runs.start({ text }))).runId;
}

/**
 * An engine that is killed again and again in one home. The next start checks what a kill leaves, and that
 * engine is the next to be killed: a kill costs one start.
 */
export class Lives extends Ground<Workbench> {
  protected launch(home: string): Promise<Workbench> {
    return Workbench.start(home);
  }

  protected override startRun(workbench: Workbench): Promise<string> {
    return startEndless(workbench);
  }

  /** Kills the engine. @returns what was certain before. */
  async #killed(): Promise<Left> {
    const seconds = storedSeconds(this.home);
    const run = this.run && { id: this.run.id, seconds: seconds - this.run.before };
    await this.kill();
    return { seconds, run };
  }

  /** Starts the next engine on what is left, and checks it. */
  async #lookAt({ seconds, run }: Left, planted = false): Promise<Result> {
    const fault = (await orphansOf(this.home, planted)) ?? lostSeconds(this.home, seconds);
    if (fault !== null) return { broken: fault };
    const workbench = await this.running();
    const loss = await workbench.use((client) => lossIn(client, run, ['interrupted']));
    return resultOf(loss, run ? 'lost' : 'unharmed');
  }

  /** While it is idle, and during the start of the next one. */
  async #idle({ random, also }: Try): Promise<Result> {
    await this.running();
    await someTime(random, 100);
    const left = await this.#killed();
    const next = startWirebench(this.home, ['serve', '--no-open', '--port', '0']);
    await someTime(random, 700);
    next.child.kill('SIGKILL');
    await next.ended;
    const result = await this.#lookAt(left);
    if ('held' in result) also('kill -9 of an engine in its start-up', 'unharmed');
    return result;
  }

  async #loading({ random }: Try): Promise<Result> {
    const workbench = await this.running();
    const before = storedSeconds(this.home);
    const id = await startEndless(workbench, pick(random, ['rest', 'grpc', 'rest, grpc']));
    this.run = { id, before };
    await someTime(random, 900);
    return this.#lookAt(await this.#killed());
  }

  async #whileStoring({ random, planted }: Try, plant: (home: string) => void): Promise<Result> {
    await this.storing();
    await someTime(random, 900);
    const left = await this.#killed();
    if (planted) plant(this.home);
    return this.#lookAt(left, planted);
  }

  async #suspend({ random, planted }: Try): Promise<Result> {
    const workbench = await this.storing();
    workbench.signal('SIGSTOP');
    await someTime(random, 800);
    if (planted) await this.#killed();
    else workbench.signal('SIGCONT');
    const seconds = storedSeconds(this.home);
    const goesOn = await until(() => storedSeconds(this.home) > seconds, planted ? 3000 : 60_000);
    return resultOf(goesOn ? null : 'it stored nothing any more', 'unharmed');
  }

  async #cutPower(one: Try): Promise<Result> {
    const { enginePid: pid } = await this.storing();
    const fault = await faultOfCopies(one, { home: this.home, pid, copies, everyMs: 200 });
    return resultOf(fault, 'lost', copies);
  }

  attacks(): readonly Attack[] {
    return [
      this.attack('kill -9 of an idle engine', (one) => this.#idle(one)),
      this.attack('kill -9 of an engine that loads a run', (one) => this.#loading(one)),
      this.attack('SIGSTOP and SIGCONT of an engine', (one) => this.#suspend(one), {
        plant: 'an engine that does not go on',
      }),
      this.attack('power cuts: copies of the database of an engine', (one) => this.#cutPower(one), {
        plant: 'a database of an engine that is cut off',
      }),
      this.attack(
        'kill -9 of an engine that stores a run',
        (one) => this.#whileStoring(one, plantOrphan),
        { plant: 'a process that is left running' },
      ),
      this.attack(
        'kill -9 of an engine and what it had stored',
        (one) => this.#whileStoring(one, plantLoss),
        { plant: 'a stored second that is lost' },
      ),
    ];
  }

  /** A last run in the home of all those kills. */
  protected async last(): Promise<string | null> {
    if (this.run) await this.kill();
    const workbench = await this.running();
    const fault = await workbench.use(runsAgain);
    await workbench.stop();
    return fault;
  }
}
