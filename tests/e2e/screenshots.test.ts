import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { countColours, decodePng } from '../support/png.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import { shortLoad, ViewWalk, type WalkLoad } from '../support/view-walk.ts';
import { useScheme } from '../support/views.ts';

/**
 * Pictures of every view in every state, for people to look at, in `screenshots/`. With
 * `WIREBENCH_UPDATE_IMAGES=1` the runs are longer, and the pictures of the README are renewed.
 */
const updating = process.env.WIREBENCH_UPDATE_IMAGES === '1';
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = inProject('screenshots/');
const sizes = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
];
/** States that the README shows, in light and at the smaller size. */
const inReadme: Record<string, string> = {
  experiment: 'experiment.png',
  'run-live': 'run.png',
  result: 'result.png',
  'result-saturation': 'saturation.png',
};
const longLoad: WalkLoad = {
  shapes: 'small, typical',
  users: '10, 50, 100',
  ladder: '1, 2, 5, 10, 20, 50, 100, 200',
  rates: '200, 1000',
  warmUp: '1s',
  duration: '5s',
};

let home: string;
let window: WorkbenchWindow;
let walk: ViewWalk;
const wrong: string[] = [];
const tooWide = 'document.documentElement.scrollWidth > innerWidth';

async function look(state: string): Promise<void> {
  const { page } = window;
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await useScheme(page, colorScheme);
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const name = `${state}-${size.width}x${size.height}-${colorScheme}`;
      writeFileSync(`${folder}${name}.png`, png);
      if (await page.evaluate<boolean>(tooWide)) wrong.push(`${name} is wider than its window`);
      // Decoding takes longer than drawing, and a view that is blank is so in every size.
      if (size === sizes[0] && isBlank(png)) wrong.push(`${name} is blank`);
      const image = colorScheme === 'light' && size === sizes[0] ? inReadme[state] : undefined;
      if (updating && image) writeFileSync(inProject(`docs/images/${image}`), png);
    }
  }
}

function isBlank(png: Buffer): boolean {
  return countColours(decodePng(png)).size < 20;
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  mkdirSync(inProject('docs/images'), { recursive: true });
  home = makeFolder();
  const [chromium] = shells;
  if (!chromium) throw new Error('There is no browser shell');
  window = await chromium.open(home);
  walk = new ViewWalk(window, home, updating ? longLoad : shortLoad, look);
});
afterAll(async () => {
  await window?.close();
  removeFolder(home);
});

it('every view is drawn in every state, in both schemes and sizes', async () => {
  await walk.emptyViews();
  await walk.experiment();
  await walk.failedRun();
  await walk.liveRun(updating ? '5s' : '2s');
  await walk.wholeRun();
  await walk.saturationRun();
  await walk.openRun();
  await walk.history();
  expect(wrong).toEqual([]);
}, 600_000);
