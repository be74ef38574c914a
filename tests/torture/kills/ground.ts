import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../contracts/errors.ts';
import { type Attack, brokenBy, type Result, type Try } from '../attacks.ts';
import { orphansOf, type StoringRun, untilStoring } from './homes.ts';

/** An engine, with what it belongs to, that goes on from attack to attack; after a breach there is another. */
export abstract class Ground<App extends { kill(): Promise<unknown> }> {
  readonly #folder: string;
  #homes = 1;
  protected app: App | null = null;
  protected run: StoringRun | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  protected get home(): string {
    return join(this.#folder, String(this.#homes));
  }

  protected abstract launch(home: string): Promise<App>;

  /** Starts a run that takes hours. @returns its identifier. */
  protected startRun(_app: App): Promise<string> {
    throw new Error('it has no run of its own');
  }

  protected async running(): Promise<App> {
    mkdirSync(this.home, { recursive: true });
    this.app ??= await this.launch(this.home);
    return this.app;
  }

  /** With a run of which at least a second is stored. */
  protected async storing(): Promise<App> {
    const app = await this.running();
    this.run ??= await untilStoring(this.home, () => this.startRun(app));
    return app;
  }

  protected async kill(): Promise<void> {
    const { app } = this;
    this.app = null;
    this.run = null;
    await app?.kill();
  }

  protected attack(
    what: string,
    attempt: (one: Try) => Promise<Result>,
    more: Partial<Attack> = {},
  ): Attack {
    const guarded = async (one: Try) => {
      const result = await attempt(one).catch(brokenBy);
      if ('held' in result) return result;
      // A breach must not be found again by the following attacks.
      await this.kill();
      await orphansOf(this.home);
      this.#homes += 1;
      return result;
    };
    return { what, ...more, attempt: guarded };
  }

  abstract attacks(): readonly Attack[];

  /** A last check of what went on until the end, which is ended. @returns what is wrong, or null. */
  protected abstract last(app: App): Promise<string | null>;

  async close(): Promise<string | null> {
    try {
      return this.app && (await this.last(this.app));
    } catch (error) {
      return messageOf(error);
    } finally {
      await this.kill();
    }
  }
}
