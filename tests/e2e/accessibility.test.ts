import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from '../support/browser-window.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import { shortLoad, ViewWalk } from '../support/view-walk.ts';
import { useScheme } from '../support/views.ts';

let home: string;
let window: WorkbenchWindow;
let walk: ViewWalk;
/** What was looked at, with all that axe found there, by state and scheme. */
const found = new Map<string, string[]>();

async function look(state: string): Promise<void> {
  const { page } = window;
  await useScheme(page, 'light');
  found.set(`${state}, light`, await seriousViolations(page));
  // The schemes differ in their colours only.
  await useScheme(page, 'dark');
  found.set(`${state}, dark`, await seriousViolations(page, undefined, ['color-contrast']));
}

/** @returns the states looked at since the last call, where there is something to complain of. */
function complaints(): [string, string[]][] {
  const all = [...found].filter(([, violations]) => violations.length > 0);
  expect(found.size).toBeGreaterThan(0);
  found.clear();
  return all;
}

beforeAll(async () => {
  home = makeFolder();
  const [chromium] = shells;
  if (!chromium) throw new Error('There is no browser shell');
  window = await chromium.open(home);
  walk = new ViewWalk(window, home, shortLoad, look);
});
afterAll(async () => {
  await window?.close();
  removeFolder(home);
});

describe('axe finds nothing serious, light or dark,', () => {
  it('in the views of a newcomer', async () => {
    await walk.emptyViews();
    expect(complaints()).toEqual([]);
  });

  it('in the Experiment view, with problems and without', async () => {
    await walk.experiment();
    expect(complaints()).toEqual([]);
  });

  it('where a run has failed', async () => {
    await walk.failedRun();
    expect(complaints()).toEqual([]);
  });

  it('while a run is live and after it was stopped', async () => {
    await walk.liveRun('2s');
    expect(complaints()).toEqual([]);
  });

  it('where a run has ended, in its result and in all that opens there', async () => {
    await walk.wholeRun();
    expect(complaints()).toEqual([]);
  });

  it('where a ladder has run to its end and saturated', async () => {
    await walk.saturationRun();
    expect(complaints()).toEqual([]);
  });

  it('where open load has ended', async () => {
    await walk.openRun();
    expect(complaints()).toEqual([]);
  });

  it('in a history with runs', async () => {
    await walk.history();
    expect(complaints()).toEqual([]);
  });
});
