import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { seriousViolations } from './axe.ts';
import { hasColours } from './png.ts';
import { untilDrawn, useScheme } from './views.ts';
import type { Look } from './walk/context.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = inProject('screenshots/');
const small = { width: 1280, height: 800 };
const large = { width: 2560, height: 1440 };
const schemes = ['light', 'dark'] as const;
const dialog = '[role="dialog"][aria-modal="true"]';
const tooWide = 'document.documentElement.scrollWidth > innerWidth';

/** Whether to update the pictures of README and docs. */
export const updatingImages = process.env.WIREBENCH_UPDATE_IMAGES === '1';

/** States that README and docs show, in light and at the smaller size. */
const inDocs: Readonly<Record<string, string>> = {
  'run-live': 'run.png',
  result: 'result.png',
  'compare-runs': 'compare.png',
  'result-saturation': 'saturation.png',
  'own-service': 'own-service.png',
  'own-service-form': 'own-service-form.png',
};

/**
 * Checks states of a window as a critical person would: a picture in both schemes, in
 * `screenshots/`; nothing blank or wider than its window; no serious violation of axe. Pictures at
 * the larger size are for people only, and a third of all work: `WIREBENCH_UPDATE_IMAGES` takes them.
 */
export class Looker {
  readonly #page: Page;
  readonly #complaints: string[] = [];
  #session: CDPSession | undefined;
  #looks = 0;
  #reported = 0;

  constructor(page: Page) {
    this.#page = page;
    mkdirSync(folder, { recursive: true });
    mkdirSync(inProject('docs/images'), { recursive: true });
  }

  /** @param state such as `history-empty`; names the pictures. */
  readonly look: Look = async (state, place) => {
    this.#looks++;
    // Updating a whole window is slow: each check begins in the scheme in which the last one ended.
    const order = this.#looks % 2 === 1 ? schemes : schemes.toReversed();
    for (const scheme of order) {
      await useScheme(this.#page, scheme);
      await this.#picture(state, small, scheme);
      if (place !== 'elsewhere') await this.#axe(state, scheme);
      if (!updatingImages) continue;
      await this.#resize(large);
      await this.#picture(state, large, scheme);
      await this.#resize(small);
    }
    // A scheme changes no width.
    await this.#width(state, small);
    await this.#resize(large);
    await this.#width(state, large);
    // The next check waits until it is drawn, as does the next click.
    await this.#page.setViewportSize(small);
  };

  /** @returns the complaints since the last call; fails if nothing was checked. */
  complaints(): string[] {
    if (this.#looks === this.#reported) throw new Error('Nothing was looked at');
    this.#reported = this.#looks;
    return this.#complaints.splice(0);
  }

  async #resize(size: typeof small): Promise<void> {
    await this.#page.setViewportSize(size);
    await untilDrawn(this.#page);
  }

  /** Stored pictures are compressed well; the others fast, which takes half of the work. */
  async #capture(): Promise<Buffer> {
    if (updatingImages) return this.#page.screenshot({ animations: 'disabled', caret: 'hide' });
    this.#session ??= await this.#page.context().newCDPSession(this.#page);
    const { data } = await this.#session.send('Page.captureScreenshot', { optimizeForSpeed: true });
    return Buffer.from(data, 'base64');
  }

  async #picture(state: string, size: typeof small, scheme: string): Promise<void> {
    const png = await this.#capture();
    const name = `${state}-${size.width}x${size.height}-${scheme}`;
    writeFileSync(`${folder}${name}.png`, png);
    // A blank view is blank in every size.
    if (size === small && !hasColours(png, 20)) {
      this.#complaints.push(`${name} is blank`);
    }
    const image = scheme === 'light' && size === small ? inDocs[state] : undefined;
    if (updatingImages && image) writeFileSync(inProject(`docs/images/${image}`), png);
  }

  async #width(state: string, { width }: typeof small): Promise<void> {
    if (await this.#page.evaluate<boolean>(tooWide)) {
      this.#complaints.push(`${state} is wider than its window of ${width} pixels`);
    }
  }

  async #axe(state: string, scheme: string): Promise<void> {
    // The schemes differ in their colours only, and the view under a dialog was checked before.
    const rules = scheme === 'light' ? undefined : ['color-contrast'];
    const within = (await this.#page.locator(dialog).count()) > 0 ? dialog : undefined;
    const found = await seriousViolations(this.#page, within, rules);
    this.#complaints.push(...found.map((violation) => `${state}, ${scheme}: ${violation}`));
  }
}
