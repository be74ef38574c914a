import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';
import { Looker } from './look.ts';
import { shells, type WorkbenchWindow } from './shells.ts';
import type { WalkContext } from './walk/context.ts';

/** A stretch of a walk: what it shows, and what leads there. */
export type WalkPart = readonly [title: string, lead: (context: WalkContext) => Promise<void>];

/**
 * Walks one window over an engine of its own through `parts`, in their order: later ones may find
 * the runs of earlier ones. See {@link Looker} for what is looked at.
 */
export function walkThrough(title: string, parts: readonly WalkPart[]): void {
  let home: string;
  let window: WorkbenchWindow;
  let looker: Looker;
  let context: WalkContext;

  beforeAll(async () => {
    home = makeFolder();
    const [chromium] = shells;
    if (!chromium) throw new Error('There is no browser shell');
    window = await chromium.open(home);
    looker = new Looker(window.page);
    const folder = mkdtempSync(join(home, 'files-'));
    context = { window, folder, look: looker.look };
  });
  afterAll(async () => {
    await window?.close();
    removeFolder(home);
  });

  describe(`${title}, light and dark, small and large, are drawn as they should be:`, () => {
    it.each(parts)(
      '%s',
      async (_title, lead) => {
        await lead(context);
        expect(looker.complaints()).toEqual([]);
      },
      600_000,
    );
  });
}
