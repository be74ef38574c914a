import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../contracts/errors.ts';
import { startWirebench } from '../../support/command-line.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { pick } from '../bytes/mutate.ts';
import { Workbench } from '../shell/workbench.ts';
import {
  endlessRun,
  orphansOf,
  plantLoss,
  plantOrphan,
  runsAgain,
  type StoringRun,
  storedSeconds,
  untilStoring,
} from './homes.ts';
import { copiesOfRunning } from './power-cuts.ts';

/** State that was certain at the moment of a kill. */
interface Left {
  readonly seconds: number;
  /** The run that was in progress. */
  readonly run: { readonly id: string; readonly seconds: number } | null;
}

/** Copies made of the database of one running engine. */
const copies = 10;

/** @returns the identifier of a run that takes hours. */
export async function startEndless(workbench: Workbench, protocols?: string): Promise<string> {
  const text = endlessRun(protocols);
  const { runId } = await workbench.use((client) => client.runs.start({ text }));
  return runId;
}

/**
 * An engine that is killed again and again in one home. The next start checks what a kill leaves, and that
 * engine is the next to be killed: a kill costs one start.
 */
export class Lives {
  readonly #folder: string;
  #homes = 1;
  #workbench: Workbench | null = null;
  #run: StoringRun | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #home(): string {
    return join(this.#folder, String(this.#homes));
  }

  #newHome(): void {
    this.#homes += 1;
    this.#workbench = null;
    this.#run = null;
  }

  async #running(): Promise<Workbench> {
    mkdirSync(this.#home, { recursive: true });
    this.#workbench ??= await Workbench.start(this.#home);
    return this.#workbench;
  }

  /** An engine with a run of an hour of which at least a second is stored. */
  async #storing(): Promise<Workbench> {
    const workbench = await this.#running();
    this.#run ??= await untilStoring(this.#home, () => startEndless(workbench));
    return workbench;
  }

  /** Kills the engine. @returns what was certain before. */
  async #kill(): Promise<Left> {
    const seconds = storedSeconds(this.#home);
    const run = this.#run && { id: this.#run.id, seconds: seconds - this.#run.before };
    await this.#workbench?.kill();
    this.#workbench = null;
    this.#run = null;
    return { seconds, run };
  }

  /** Starts the next engine on what is left, and checks it. */
  async #lookAt({ seconds, run }: Left, planted = false): Promise<Result> {
    const orphans = await orphansOf(this.#home, planted);
    if (orphans !== null) return { broken: orphans };
    const left = storedSeconds(this.#home);
    if (left < seconds) return { broken: `of ${seconds} stored seconds ${left} are left` };
    const workbench = await this.#running();
    return workbench.use(async (client) => {
      const { notices } = await client.app.info();
      const damage = notices.find(({ text }) => /damaged/.test(text));
      if (damage) return { broken: damage.text };
      if (!run) return { held: 'unharmed' };
      const [last] = await client.runs.list({ limit: 1 });
      if (last?.id !== run.id) return { broken: 'the run is not in the history' };
      if (last.status !== 'interrupted') return { broken: `the run is ${last.status}` };
      const { trials } = await client.runs.get({ runId: run.id });
      if (run.seconds > 0 && trials.length === 0) return { broken: 'no trial has a result' };
      return { held: 'lost' };
    });
  }

  /** A breach must not be found again by the following attacks. */
  async #guarded(act: () => Promise<Result>): Promise<Result> {
    const result = await act().catch((error: unknown): Result => ({ broken: messageOf(error) }));
    if ('held' in result) return result;
    await this.#workbench?.kill();
    await orphansOf(this.#home);
    this.#newHome();
    return result;
  }

  /** While it is idle, and during the start of the next one. */
  async #idle({ random, also }: Try): Promise<Result> {
    await this.#running();
    await someTime(random, 100);
    const left = await this.#kill();
    const next = startWirebench(this.#home, ['serve', '--no-open', '--port', '0']);
    await someTime(random, 700);
    next.child.kill('SIGKILL');
    await next.ended;
    const result = await this.#lookAt(left);
    if ('held' in result) also('kill -9 of an engine in its start-up', 'unharmed');
    return result;
  }

  async #loading({ random }: Try): Promise<Result> {
    const workbench = await this.#running();
    const before = storedSeconds(this.#home);
    const id = await startEndless(workbench, pick(random, ['rest', 'grpc', 'rest, grpc']));
    this.#run = { id, before };
    await someTime(random, 900);
    return this.#lookAt(await this.#kill());
  }

  async #whileStoring({ random, planted }: Try, plant: (home: string) => void): Promise<Result> {
    await this.#storing();
    await someTime(random, 900);
    const left = await this.#kill();
    if (planted) plant(this.#home);
    return this.#lookAt(left, planted);
  }

  async #suspend({ random, planted }: Try): Promise<Result> {
    const workbench = await this.#storing();
    workbench.signal('SIGSTOP');
    await someTime(random, 800);
    if (planted) await this.#kill();
    else workbench.signal('SIGCONT');
    const seconds = storedSeconds(this.#home);
    const goesOn = await until(() => storedSeconds(this.#home) > seconds, planted ? 3000 : 60_000);
    return goesOn ? { held: 'unharmed' } : { broken: 'it stored nothing any more' };
  }

  async #cutPower(one: Try): Promise<Result> {
    const { enginePid } = await this.#storing();
    const fault = await copiesOfRunning(one, { home: this.#home, pid: enginePid, copies });
    return fault === null ? { held: 'lost', times: copies } : { broken: fault };
  }

  /** @param lane of the attacks, which take turns. */
  attacks(lane: number): readonly Attack[] {
    const attack = (
      what: string,
      attempt: (one: Try) => Promise<Result>,
      plant?: string,
    ): Attack => ({
      ...{ lane, what },
      ...(plant === undefined ? {} : { plant }),
      attempt: (one) => this.#guarded(() => attempt(one)),
    });
    return [
      attack('kill -9 of an idle engine', (one) => this.#idle(one)),
      attack('kill -9 of an engine that loads a run', (one) => this.#loading(one)),
      attack(
        'SIGSTOP and SIGCONT of an engine',
        (one) => this.#suspend(one),
        'an engine that does not go on',
      ),
      attack(
        'power cuts: copies of the database of an engine',
        (one) => this.#cutPower(one),
        'a database of an engine that is cut off',
      ),
      attack(
        'kill -9 of an engine that stores a run',
        (one) => this.#whileStoring(one, plantOrphan),
        'a process that is left running',
      ),
      attack(
        'kill -9 of an engine and what it had stored',
        (one) => this.#whileStoring(one, plantLoss),
        'a stored second that is lost',
      ),
    ];
  }

  /** Ends the engine, after a last run in the home of all those kills. @returns what is wrong with it, or null. */
  async close(): Promise<string | null> {
    if (!this.#workbench) return null;
    if (this.#run) await this.#kill();
    const workbench = await this.#running();
    try {
      return await workbench.use(runsAgain);
    } catch (error) {
      return messageOf(error);
    } finally {
      await workbench.stop();
    }
  }
}
