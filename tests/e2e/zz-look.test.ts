import { expect, it } from 'vitest';
import { openBrowserWorkbench } from '../support/browser.ts';
import { seriousViolations } from '../support/browser-window.ts';
import { makeFolder } from '../support/folder.ts';
import { useScheme } from '../support/views.ts';
import { walkSettings } from '../support/walk/settings.ts';

it('looks', async () => {
  const home = makeFolder();
  const b = await openBrowserWorkbench({ home });
  const page = b.page;
  const bad: string[] = [];
  const look = async (state: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await useScheme(page, scheme);
      for (const v of await seriousViolations(page)) bad.push(`${state} ${scheme} ${v}`);
      await page.screenshot({ path: `/tmp/lead/scratch/desktop/shots/${state}-${scheme}.png` });
    }
  };
  await walkSettings({ window: { page, problems: b.problems } as never, folder: home, look });
  await page.setViewportSize({ width: 2560, height: 1440 });
  await look('settings-4k');
  await b.close();
  expect(bad).toEqual([]);
  expect(b.problems).toEqual([]);
}, 120_000);
