import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { Looker, updatingImages } from '../support/look.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import { shortLoad, ViewWalk, type WalkLoad } from '../support/view-walk.ts';
import type { WalkContext } from '../support/walk/context.ts';
import { walkNewcomer } from '../support/walk/newcomer.ts';

/**
 * A walk through every view in every state, over a real engine; see {@link Looker} for what is looked
 * at. With `WIREBENCH_UPDATE_IMAGES=1` the runs are longer, and the pictures of the docs are renewed.
 */
const longLoad: WalkLoad = {
  shapes: 'small, typical',
  users: '10, 50, 100',
  ladder: '1, 2, 5, 10, 20, 50, 100, 200',
  rates: '200, 1000',
  warmUp: '1s',
  bound: 'duration: 5s',
  duration: '5s',
};

let home: string;
let window: WorkbenchWindow;
let looker: Looker;
let context: WalkContext;
let walk: ViewWalk;

beforeAll(async () => {
  home = makeFolder();
  const [chromium] = shells;
  if (!chromium) throw new Error('There is no browser shell');
  window = await chromium.open(home);
  looker = new Looker(window.page);
  const { look } = looker;
  context = { window, look, folder: mkdtempSync(join(home, 'experiments-')) };
  walk = new ViewWalk(window, home, updatingImages ? longLoad : shortLoad, look);
});
afterAll(async () => {
  await window?.close();
  removeFolder(home);
});

/** The parts build on each other: later ones find the runs of earlier ones. */
const parts: readonly [string, () => Promise<void>][] = [
  ['for a newcomer', () => walkNewcomer(context)],
  ['without runs', () => walk.emptyViews()],
  ['in the editor, with problems and without', () => walk.experiment()],
  ['where a run has failed', () => walk.failedRun()],
  [
    'while a run is live and after it was stopped',
    () => walk.liveRun(updatingImages ? '5s' : '2s'),
  ],
  ['where a run has ended, in its result and in all that opens there', () => walk.wholeRun()],
  ['where a ladder has run to its end and saturated', () => walk.saturationRun()],
  ['where open load has ended', () => walk.openRun()],
  ['in a history with runs', () => walk.history()],
];

describe('the window is drawn as it should be, light and dark, small and large,', () => {
  it.each(parts)(
    '%s',
    async (_title, lead) => {
      await lead();
      expect(looker.complaints()).toEqual([]);
    },
    600_000,
  );
});
