import { updatingImages } from '../../support/look.ts';
import { shortLoad, ViewWalk, type WalkLoad } from '../../support/view-walk.ts';
import { rows } from '../../support/views.ts';
import type { WalkContext } from '../../support/walk/context.ts';
import { walkRun } from '../../support/walk/run.ts';
import { walkThrough } from '../../support/walk-window.ts';

/** With `WIREBENCH_UPDATE_IMAGES=1` the runs are longer, and the pictures of the docs are renewed. */
const longLoad: WalkLoad = {
  shapes: 'small, typical',
  levelShapes: 'small, typical',
  users: '10, 50, 100',
  ladder: '1, 2, 5, 10, 20, 50, 100, 200',
  rates: '200, 1000',
  warmUp: '1s',
  bound: 'duration: 5s',
  // Eight levels of six cells are to end within the time of a test.
  duration: '3s',
  openSeconds: 3,
};
const load = updatingImages ? longLoad : shortLoad;

/** The result of the run that the Run view shows. */
async function openResult({ window: { page }, look }: WalkContext): Promise<void> {
  await page.getByRole('button', { name: 'Open result' }).click();
  await rows(page, 'All trials').first().waitFor();
  await look('result-failed');
}

walkThrough('the views of runs', [
  ['the editor, with problems and without', (context) => new ViewWalk(context, load).experiment()],
  ['the Run view in every state', walkRun],
  ['the result of a failed run', openResult],
  ['a result, and all that opens there', (context) => new ViewWalk(context, load).wholeRun()],
  ['a ladder that saturated', (context) => new ViewWalk(context, load).saturationRun()],
  ['open load', (context) => new ViewWalk(context, load).openRun()],
  ['use cases', (context) => new ViewWalk(context, load).planRun()],
]);
