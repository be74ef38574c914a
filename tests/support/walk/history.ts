import type { Page } from 'playwright-core';
import { protocols } from '../../../contracts/words.ts';
import { dropFile } from '../drop-file.ts';
import { makeCell, makeResult } from '../records.ts';
import { makeFileRun, makeFileTrial, packRunFile } from '../run-files.ts';
import { goTo, rows, title } from '../views.ts';
import type { WalkContext } from './context.ts';

const stories = [
  {
    name: 'REST, SOAP and gRPC, small to large',
    tags: ['paper', 'lab 2'],
    note: 'Fan at full speed, door shut.',
  },
  { name: 'TLS tax, all protocols', tags: ['paper'], note: '' },
  {
    name: 'Night run with 200 users',
    tags: ['night'],
    note: 'The backup began at two o’clock.\nRepeat.',
  },
];

function runFileOf(index: number): Uint8Array {
  const story = stories[index];
  const trials = protocols.map((protocol, at) => {
    const id = `walk-${index}-${at}`;
    const planned = { index: at, cell: makeCell({ protocol, users: 50 }), repetition: 1 };
    return makeFileTrial(at, { id, planned, result: makeResult(id, planned) });
  });
  const startedAt = `2026-0${index + 1}-11T09:30:00.000Z`;
  const endedAt = `2026-0${index + 1}-11T09:42:30.000Z`;
  const status = 'completed' as const;
  return packRunFile(
    makeFileRun({
      id: `walk-${index}`,
      ...story,
      status,
      startedAt,
      endedAt,
      trials,
      annotations: [],
    }),
  );
}

const historyRows = (page: Page) => rows(page, 'Runs');

/** Leads a window with whatever runs through every state of the history. */
export async function walkHistory({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'History').click();
  await title(page).filter({ hasText: 'History' }).waitFor();
  await page.getByText(/^[\d,]+( of [\d,]+)? runs?$/).waitFor();
  for (let index = 0; index < stories.length; index += 1) {
    await dropFile(page, `walk-${index}.wbrun`, runFileOf(index));
    await title(page)
      .filter({ hasText: stories[index]?.name ?? '' })
      .waitFor();
  }
  await goTo(page, 'History').click();
  await historyRows(page).nth(2).waitFor();
  await page.getByRole('button', { name: 'Pin TLS tax, all protocols' }).click();
  await page.getByRole('button', { name: 'Pin TLS tax, all protocols', pressed: true }).waitFor();
  await look('history-runs');
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'paper' }).click();
  await look('history-filter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await page.getByRole('radio', { name: 'Last 7 days' }).waitFor();
  await look('history-period');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Find runs' }).fill('nothing like this');
  await page.getByRole('heading', { name: 'No run matches' }).waitFor();
  await look('history-no-match');
  await page.getByRole('button', { name: 'Show all' }).click();
  await editing(page, look);
  await failures(page, look);
}

async function editing(page: Page, look: WalkContext['look']): Promise<void> {
  await page.getByRole('button', { name: 'Tag TLS tax, all protocols' }).click();
  await page.getByRole('combobox', { name: 'Tags of TLS tax, all protocols' }).fill('ni');
  await page.getByRole('option', { name: 'night' }).waitFor();
  await look('history-tags');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Note on Night run with 200 users' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note', exact: true }).waitFor();
  await look('history-note');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Choose TLS tax, all protocols' }).check();
  await page.getByRole('checkbox', { name: 'Choose Night run with 200 users' }).check();
  await page.getByText('2 chosen').waitFor();
  await look('history-chosen');
  await page.getByRole('button', { name: 'Clear selection' }).click();
}

async function failures(page: Page, look: WalkContext['look']): Promise<void> {
  await dropFile(page, 'holiday.wbrun', Buffer.from('not a run file'));
  const said = page.getByRole('alert').filter({ hasText: 'holiday.wbrun could not be imported' });
  await said.waitFor();
  await look('history-import-failed');
  await said.getByRole('button', { name: 'Close' }).click();
}
