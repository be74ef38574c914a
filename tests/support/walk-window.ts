import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';
import { Looker } from './look.ts';
import { openChromium, type WorkbenchWindow } from './shells.ts';
import type { WalkContext } from './walk/context.ts';

/** A part of a walk: the states it shows, and the steps to them. */
export type WalkPart = readonly [title: string, lead: (context: WalkContext) => Promise<void>];

/**
 * Leads one window over a new engine through `parts`, in order: later ones may find
 * the runs of earlier ones. See {@link Looker} for the checks.
 */
export function walkThrough(title: string, parts: readonly WalkPart[]): void {
  let home: string;
  let window: WorkbenchWindow;
  let looker: Looker;
  let context: WalkContext;

  beforeAll(async () => {
    home = makeFolder();
    window = await openChromium(home);
    looker = new Looker(window.page);
    const folder = mkdtempSync(join(home, 'files-'));
    context = { window, folder, look: looker.look };
  });
  afterAll(async () => {
    await window?.close();
    removeFolder(home);
  });

  describe(`${title}, light and dark, small and large, are drawn correctly:`, () => {
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
