import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seriousViolations } from '../support/browser-window.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { shells } from '../support/shells.ts';
import { untilDrawn, useScheme } from '../support/views.ts';
import { walkRun } from '../support/walk/run.ts';

it('walks', async () => {
  const folder = makeFolder();
  const out = '/tmp/lead/scratch/run/shots';
  mkdirSync(out, { recursive: true });
  const window = await shells[0]!.open(join(folder, 'home'));
  const { page } = window;
  const bad: string[] = [];
  try {
    await walkRun({
      window,
      folder,
      look: async (state) => {
        for (const scheme of ['light', 'dark'] as const) {
          await useScheme(page, scheme);
          await untilDrawn(page);
          await page.screenshot({ path: join(out, `${state}-${scheme}.png`) });
          bad.push(...(await seriousViolations(page)).map((one) => `${state} ${scheme} ${one}`));
        }
        await page.setViewportSize({ width: 2560, height: 1440 });
        await untilDrawn(page);
        await page.screenshot({ path: join(out, `${state}-4k.png`) });
        await page.setViewportSize({ width: 1280, height: 800 });
      },
    });
  } finally {
    await window.close();
    removeFolder(folder);
  }
  expect(bad).toEqual([]);
}, 300_000);
