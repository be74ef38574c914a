import type { Page } from 'playwright-core';
import { goTo, scrollTo } from '../views.ts';
import type { WalkContext } from './context.ts';

const take = (page: Page) => page.getByRole('button', { name: /^Take a/ });

export async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The check takes a while, and the capture may be over by then. */
async function stopIfStillAtWork(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.or(take(page)).first().waitFor();
  if (await stop.isVisible()) await stop.click({ timeout: 10_000 }).catch(() => undefined);
  await take(page).and(page.locator(':enabled')).waitFor();
}

/** The Wire view: empty, in progress, with a capture without TLS and one with it. */
export async function walkWire({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Wire').click();
  await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
  await look('wire-empty');
  await take(page).click();
  await page.getByRole('heading', { name: 'Second call, connection reused' }).first().waitFor();
  await look('wire-plain');
  await scrollTo(page.getByRole('region', { name: 'Totals' }));
  await look('wire-totals', 'elsewhere');
  await chooseOption(page, 'TLS', 'TLS 1.3');
  await chooseOption(page, 'Shape', 'stress');
  await take(page).click();
  await page.getByRole('status', { name: 'Taking the capture' }).waitFor();
  await look('wire-capturing');
  await stopIfStillAtWork(page);
  await chooseOption(page, 'Shape', 'small');
  await take(page).click();
  // The previous capture, if it was completed, had a handshake too.
  await page.getByText('small · TLS 1.3 · ').waitFor();
  await page.getByRole('region', { name: 'TLS handshake' }).first().waitFor();
  await page
    .getByRole('button', { name: /HEADERS|POST/ })
    .first()
    .click();
  await scrollTo(page.getByRole('region', { name: 'Bytes', exact: true }));
  await look('wire-tls');
}
