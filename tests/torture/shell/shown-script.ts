import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { slowness, soonMs } from '../../support/timeouts.ts';
import { type Result, resultOf } from '../attacks.ts';
import { within } from '../within.ts';
import type { Workbench } from './workbench.ts';

/** Leaves `window.injected` if a text becomes part of a page. */
export const scripts: readonly string[] = [
  '</script><script>window.injected=1</script><img src=x onerror="window.injected=2">',
  '<svg/onload=window.injected=3><iframe srcdoc="<script>parent.injected=4</script>">',
  '"><input autofocus onfocus="window.injected=5"><details open ontoggle=window.injected=6>',
  '[window.injected](javascript:window.injected=7) ![x](x" onerror="window.injected=8)',
  '\u003cimg src=x onerror=window.injected=9\u003e{{constructor.constructor("window.injected=10")()}}',
  '<style>@import "x";</style><object data="javascript:window.injected=11"></object><math><a xlink:href="javascript:window.injected=12">',
];

/** A page without an injection has none of these. */
const traces = `[
  ...(window.injected === undefined ? [] : ['window.injected is ' + window.injected]),
  ...[...document.querySelectorAll(
    'img[src="x"], script:not([src]), iframe, object, [onerror], [onload], [onfocus], [ontoggle], [href^="javascript:"]',
  )].map((element) => element.outerHTML),
]`;

/** A window of the workbench, which shows texts that are script. */
export class ShownScript {
  readonly #workbench: Workbench;
  #browser: Browser | null = null;
  #page: Page | null = null;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  async close(): Promise<void> {
    if (this.#browser) await within('the browser is closed', this.#browser.close());
  }

  async #window(): Promise<Page> {
    if (this.#page) return this.#page;
    this.#browser ??= await launchChromium();
    const page = await this.#browser.newPage();
    page.setDefaultTimeout(soonMs * slowness());
    await page.goto(this.#workbench.address.href);
    this.#page = page;
    return page;
  }

  /** Checks a view once it shows the text. @returns the traces of an injection. */
  async #look(route: string, text: string, more = 'true'): Promise<string[]> {
    const page = await this.#window();
    const shown = page.evaluate(`new Promise((resolve) => {
      const isShown = () => document.body.innerText.includes(${JSON.stringify(text)}) && ${more};
      const look = () => (isShown() ? resolve(true) : setTimeout(look, 25));
      location.hash = ${JSON.stringify(route)};
      look();
    })`);
    await within('the window shows the text', shown);
    return page.evaluate<string[]>(traces);
  }

  /**
   * A stored run in History and Result, with script in all its texts.
   * @param mark follows the script in its name. @param planted script that does run.
   */
  async stored(runId: string, mark: string, planted: boolean): Promise<Result> {
    const page = await this.#window();
    // Reloaded, since the list is as old as its request.
    await page.goto('about:blank');
    await page.goto(this.#workbench.address.href);
    if (planted) await page.evaluate('window.injected = true');
    const found = [
      ...(await this.#look('#/history', mark)),
      ...(await this.#look(`#/result/${runId}`, mark)),
    ];
    return resultOf(found.length === 0 ? null : found.join(' '), 'reported');
  }

  /** A run in progress, whose name is script. */
  async live(script: string, mark: string): Promise<Result> {
    const name = JSON.stringify(`${script} ${mark}`);
    const text = smallExperiment({ name, protocols: 'rest', users: '1', duration: '1h' });
    const { runId } = await this.#workbench.use((client) => client.runs.start({ text }));
    try {
      const isRunning =
        '[...document.querySelectorAll("button")].some((one) => one.textContent === "Stop")';
      const found = await this.#look('#/run', mark, isRunning);
      return resultOf(found.length === 0 ? null : found.join(' '), 'reported');
    } finally {
      await this.#workbench.use(async (client) => {
        await client.runs.stop({ runId });
        for await (const _event of await client.runs.watch({ runId }));
      });
    }
  }
}
