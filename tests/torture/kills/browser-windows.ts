import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { slowness, soonMs } from '../../support/timeouts.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { Workbench } from '../shell/workbench.ts';
import { within } from '../within.ts';
import { Ground } from './ground.ts';
import { orphansOf, storedRequests, storedSeconds } from './homes.ts';
import { startEndless } from './lives.ts';

/**
 * A script for a page of the workbench: opens the Run view, and ends once it shows a run in progress with at least
 * `stored` successful requests.
 * @param stored those in the database before the page was opened: a page that shows only later ones, or
 * another run, shows fewer.
 */
export const showsRun = (stored: number): string => `new Promise((resolve) => {
  const look = () => {
    const stops = [...document.querySelectorAll('button')].some((one) => one.textContent === 'Stop');
    const now = document.querySelector('[aria-label="Now"]')?.innerText ?? '';
    const shown = Number(/Succeeded\\s+([\\d,\\s]*\\d)/.exec(now)?.[1].replace(/\\D/g, '') ?? 0);
    if (stops && shown >= ${stored}) resolve(shown);
    else setTimeout(look, 25);
  };
  location.hash = '#/run';
  look();
})`;

type ChromiumPart = 'renderer' | 'browser';

async function killParts(browser: Browser, part: ChromiumPart): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  for (const { id, type } of processInfo) if (type === part) process.kill(id, 'SIGKILL');
}

/** `wirebench serve` with a run in progress, whose windows are killed one after the other. */
export class BrowserWindows extends Ground<Workbench> {
  #browser: Browser | null = null;
  #page: Page | null = null;

  protected launch(home: string): Promise<Workbench> {
    return Workbench.start(home);
  }

  protected override startRun(workbench: Workbench): Promise<string> {
    return startEndless(workbench);
  }

  /** A window that shows the run with everything that is stored of it. */
  async #window(): Promise<{ browser: Browser; page: Page }> {
    const workbench = await this.storing();
    this.#browser ??= await launchChromium();
    if (!this.#page) {
      const page = await this.#browser.newPage();
      page.setDefaultTimeout(soonMs * slowness());
      const stored = storedRequests(this.home);
      await page.goto(workbench.address.href);
      await within('the window shows the run', page.evaluate(showsRun(stored)));
      this.#page = page;
    }
    return { browser: this.#browser, page: this.#page };
  }

  /** The run continues without its window, and a new one shows it from its beginning. */
  async #kill(part: ChromiumPart, { random, planted }: Try): Promise<Result> {
    const { browser, page } = await this.#window();
    await someTime(random, 500);
    const gone = new Promise<unknown>((resolve) => {
      if (part === 'browser') browser.once('disconnected', resolve);
      else page.once('crash', resolve);
    });
    await killParts(browser, part);
    await within(`the ${part} is gone`, gone);
    this.#page = null;
    if (part === 'browser') this.#browser = null;
    const workbench = await this.storing();
    if (planted) await workbench.kill();
    const seconds = storedSeconds(this.home);
    const stores = () => workbench.hasEnded || storedSeconds(this.home) > seconds;
    if (!(await until(stores))) return { broken: 'the run stores nothing any more' };
    if (workbench.hasEnded) return { broken: 'the engine has ended' };
    await this.#window();
    if (part === 'renderer') await page.close();
    return { held: 'unharmed' };
  }

  protected override async kill(): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    this.#page = null;
    try {
      if (browser) await within('the browser is closed', browser.close());
    } finally {
      await super.kill();
    }
  }

  attacks(): readonly Attack[] {
    return [
      this.attack(
        'kill -9 of a window’s renderer (Chromium)',
        (one) => this.#kill('renderer', one),
        { plant: 'an engine that ends with its window' },
      ),
      this.attack(
        'kill -9 of the browser with the window (Chromium)',
        (one) => this.#kill('browser', one),
        { every: 3 },
      ),
    ];
  }

  protected async last(): Promise<string | null> {
    await this.kill();
    return orphansOf(this.home);
  }
}
