import type { Page } from 'playwright-core';

/**
 * Has the page note when an input reached the browser, and when the first frame with `selector`
 * on it has been painted.
 */
const watchNextClick = (selector: string) => `
  void (window.painted = new Promise((resolve) => addEventListener('pointerdown', (event) => {
    const look = () => requestAnimationFrame(() => {
      if (!document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) return look();
      // A task that is queued in a frame runs once that frame is painted.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
    look();
  }, { once: true, capture: true })));`;

/** Links between views, and the element that shows that a view has opened. */
const views: readonly (readonly [link: string, shown: string])[] = [
  ['History', 'table[aria-label^="Runs"]'],
  ['Editor', 'form[aria-label="Experiment"]'],
  ['Run', 'progress[aria-label="Trials done"]'],
];

/** @returns milliseconds from the press to the painted change, for each link between views. */
export async function measureClicks(page: Page, rounds: number): Promise<Map<string, number[]>> {
  const times = new Map(views.map(([link]) => [link, [] as number[]]));
  const navigation = page.getByRole('navigation', { name: 'Views' });
  for (let round = 0; round < rounds; round++) {
    for (const [link, shown] of views) {
      await page.evaluate(watchNextClick(shown));
      await navigation.getByRole('link', { name: link }).click();
      times.get(link)?.push(await page.evaluate<number>('window.painted'));
    }
  }
  return times;
}
