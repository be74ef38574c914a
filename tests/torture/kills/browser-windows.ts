import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { messageOf } from '../../../contracts/errors.ts';
import { launchChromium, missingChromium } from '../../support/chromium.ts';
import { slowness, soonMs } from '../../support/timeouts.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { Workbench } from '../shell/workbench.ts';
import { within } from '../within.ts';
import { orphansOf, storedRequests, storedSeconds, untilStoring } from './homes.ts';
import { startEndless } from './lives.ts';
import { showsRun } from './shown-run.ts';

/** A process of Chromium as Chromium reports it. */
interface ChromiumProcess {
  readonly id: number;
  readonly type: string;
}

async function processesOf(browser: Browser, type: string): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter((one: ChromiumProcess) => one.type === type)
    .map(({ id }: ChromiumProcess) => id);
}

/** `wirebench serve` with a run in progress, whose windows are killed one after the other. */
export class BrowserWindows {
  readonly #folder: string;
  #homes = 0;
  #workbench: Workbench | null = null;
  #browser: Browser | null = null;
  #page: Page | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  static missing(): string | null {
    return Workbench.missing() ?? missingChromium();
  }

  get #home(): string {
    return join(this.#folder, String(this.#homes));
  }

  async #running(): Promise<Workbench> {
    if (this.#workbench) return this.#workbench;
    this.#homes += 1;
    mkdirSync(this.#home, { recursive: true });
    const workbench = await Workbench.start(this.#home);
    this.#workbench = workbench;
    await untilStoring(this.#home, () => startEndless(workbench));
    return workbench;
  }

  /** A window that shows the run with everything that is stored of it. */
  async #window(): Promise<Page> {
    const workbench = await this.#running();
    this.#browser ??= await launchChromium();
    if (this.#page) return this.#page;
    const page = await this.#browser.newPage();
    page.setDefaultTimeout(soonMs * slowness());
    const stored = storedRequests(this.#home);
    await page.goto(workbench.address.href);
    await within('the window shows the run', page.evaluate(showsRun(stored)));
    this.#page = page;
    return page;
  }

  /** Whether the run continues, and a new window shows it from its beginning. */
  async #goesOn(planted: boolean): Promise<Result> {
    const workbench = await this.#running();
    if (planted) await workbench.kill();
    const seconds = storedSeconds(this.#home);
    const stores = () => workbench.hasEnded || storedSeconds(this.#home) > seconds;
    if (!(await until(stores))) return { broken: 'the run stores nothing any more' };
    if (workbench.hasEnded) return { broken: 'the engine has ended' };
    await this.#window();
    return { held: 'unharmed' };
  }

  /** Kills the process that renders the page. */
  async #killRenderer({ random, planted }: Try): Promise<Result> {
    const page = await this.#window();
    const browser = this.#browser;
    if (!browser) return { broken: 'there is no browser' };
    await someTime(random, 500);
    const crashed = new Promise<void>((resolve) => page.once('crash', () => resolve()));
    for (const pid of await processesOf(browser, 'renderer')) process.kill(pid, 'SIGKILL');
    await within('the browser reports the crash', crashed);
    this.#page = null;
    const result = await this.#goesOn(planted);
    await page.close();
    return result;
  }

  /** Kills the browser itself with all its windows. */
  async #killBrowser({ random, planted }: Try): Promise<Result> {
    await this.#window();
    const browser = this.#browser;
    if (!browser) return { broken: 'there is no browser' };
    await someTime(random, 500);
    const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
    for (const pid of await processesOf(browser, 'browser')) process.kill(pid, 'SIGKILL');
    await within('the browser is gone', gone);
    this.#browser = null;
    this.#page = null;
    return this.#goesOn(planted);
  }

  /** A breach must not be found again by the following attacks. */
  async #guarded(act: () => Promise<Result>): Promise<Result> {
    const result = await act().catch((error: unknown): Result => ({ broken: messageOf(error) }));
    if ('broken' in result) await this.#end();
    return result;
  }

  async #end(): Promise<string | null> {
    const [browser, workbench] = [this.#browser, this.#workbench];
    this.#browser = null;
    this.#page = null;
    this.#workbench = null;
    try {
      if (browser) await within('the browser is closed', browser.close());
    } finally {
      await workbench?.kill();
    }
    return workbench && orphansOf(this.#home);
  }

  /** @param lane of the attacks, which take turns. */
  attacks(lane: number): readonly Attack[] {
    return [
      {
        lane,
        what: 'kill -9 of a window’s renderer (Chromium)',
        plant: 'an engine that ends with its window',
        attempt: (one) => this.#guarded(() => this.#killRenderer(one)),
      },
      {
        lane,
        what: 'kill -9 of the browser with the window (Chromium)',
        every: 3,
        attempt: (one) => this.#guarded(() => this.#killBrowser(one)),
      },
    ];
  }

  close(): Promise<string | null> {
    return this.#end();
  }
}
