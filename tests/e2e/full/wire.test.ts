import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { type Protocol, protocols } from '../../../contracts/words.ts';
import { seriousViolations, violationsInBothSchemes } from '../../support/axe.ts';
import { openBrowserWorkbench } from '../../support/browser.ts';
import type { WindowOptions } from '../../support/engine-window.ts';
import { downloaded, engineWindows } from '../../support/engine-windows.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { goTo, rows, useScheme } from '../../support/views.ts';
import { chooseOption } from '../../support/walk/wire.ts';
import { scriptedCapture } from '../../support/wire-recordings.ts';

const open = engineWindows();

/**
 * Recordings made by hand, analysed for real. Captures of the shape `stress` continue until they are
 * stopped, those with mutual TLS fail.
 */
const invented: WindowOptions['calls'] = ({ wire }) => ({
  wire: {
    capture: wire.capture.handler(async ({ input, signal }) => {
      if (input.tls === 'mtls') {
        throw new WirebenchError('WIRE_CAPTURE_FAILED', 'A call did not succeed: no answer');
      }
      if (input.shape === 'stress' && signal) await once(signal, 'abort');
      return input.protocols.map((protocol) => scriptedCapture({ ...input, protocol }));
    }),
  },
});

const tool = (page: Page, name: string, within: string) =>
  page.getByRole('region', { name: within }).getByRole('button', { name }).first().click();

const take = (page: Page) => page.getByRole('button', { name: /^Take a/ });

/** Turns the choice of each of these protocols round, by keyboard. */
async function toggle(page: Page, some: readonly Protocol[]): Promise<void> {
  for (const protocol of some) {
    const { label } = protocolFacts[protocol];
    await page.getByRole('checkbox', { name: label, exact: true }).press('Space');
  }
}

const allBut = (...kept: Protocol[]) => protocols.filter((protocol) => !kept.includes(protocol));
const bytesOfMessage = (page: Page) => page.getByRole('region', { name: 'Bytes', exact: true });

describe('the Wire view over the real engine', () => {
  it('records calls and leads to every byte of them, by keyboard alone', async () => {
    const home = makeFolder();
    const { page, problems, close } = await openBrowserWorkbench({ home });
    try {
      await goTo(page, 'Wire').click();
      await chooseOption(page, 'TLS', 'TLS 1.3');
      await toggle(page, allBut('rest', 'grpc'));
      await take(page).press('Enter');
      await page
        .getByText(/^A small gRPC call on a reused connection moves [\d,]+ bytes for 58 bytes/)
        .waitFor();
      await page.getByRole('radio', { name: 'REST', exact: true }).press('ArrowRight');
      for (const section of ['TCP set-up', 'TLS handshake', 'HTTP/2 set-up', 'First call', 'Close'])
        await page.getByRole('region', { name: section, exact: true }).waitFor();
      const request = page.getByRole('button', { name: /HEADERS.*client to service/ }).first();
      await request.press('Enter');
      const named = rows(page, 'Parts of the message').filter({ hasText: 'content-type' }).first();
      await named.focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => named.getAttribute('data-selected')).toBe('true');
      await expect.poll(() => named.innerText()).toContain('application/grpc');
      await bytesOfMessage(page)
        .getByText(/^header content-type \(HPACK, literal\), \d+ bytes$/)
        .waitFor();
      await request.focus();
      await page.keyboard.press('ArrowDown');
      await bytesOfMessage(page)
        .getByText(/^First call · service → client/)
        .waitFor();
      expect(problems).toEqual([]);
    } finally {
      await close();
      removeFolder(home);
    }
  });
});

describe('the Wire view', () => {
  it('gives its figures away as pictures and tables', async () => {
    const { page } = await open({ route: '#/wire', calls: invented });
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
    await take(page).click();
    await page.getByText(/^A small \w+ call on a reused connection/).waitFor();
    await tool(page, 'Save picture', 'Bytes by layer');
    const svg = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'Two columns' }).click(),
    );
    expect(svg).toContain('First call, with set-up');
    // Textures are lines that any program draws.
    expect(svg).toMatch(/<path [^>]*fill="none" stroke="[^"]+"/);
    expect(svg).not.toContain('var(');
    const csv = await downloaded(page, () => tool(page, 'Save CSV', 'Totals'));
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^Protocol,Section,Direction,Payload \(B\),/);
    expect(lines).toHaveLength(1 + protocols.length * 8);
    await expect
      .poll(() => rows(page, 'Bytes by section, direction and layer').count())
      .toBe(protocols.length * 8);
  });

  it('shows protocols side by side where there is room', async () => {
    const { page } = await open({ route: '#/wire', calls: invented });
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
    await toggle(page, allBut('rest', 'soap', 'grpc'));
    await take(page).click();
    await page.getByRole('region', { name: 'Sequence, REST', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: /^Sequence/ }).count()).toBe(1);
    await page.setViewportSize({ width: 2560, height: 1440 });
    for (const name of ['REST', 'SOAP', 'gRPC'])
      await page.getByRole('region', { name: `Sequence, ${name}` }).waitFor();
    const estimated = page.getByRole('button', {
      name: /^SYN ?, client to service/,
    });
    await estimated.last().click();
    await bytesOfMessage(page).getByText('there are no bytes to show').waitFor();
  });

  it('can be stopped, says why a capture failed, and tries again', async () => {
    const { page } = await open({ route: '#/wire', calls: invented });
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
    await chooseOption(page, 'Shape', 'stress');
    await take(page).click();
    await page.getByRole('status', { name: 'Taking the capture' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing recorded yet' }).waitFor();
    await chooseOption(page, 'Shape', 'small');
    await chooseOption(page, 'TLS', 'Mutual');
    await take(page).click();
    await page.getByText('WIRE_CAPTURE_FAILED').waitFor();
    await useScheme(page, 'dark');
    expect(await seriousViolations(page, 'main')).toEqual([]);
    await chooseOption(page, 'TLS', 'TLS 1.2');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^A small \w+ call/).waitFor();
    await toggle(page, protocols);
    await expect.poll(() => take(page).isDisabled()).toBe(true);
    await page.getByText('Choose at least one protocol.').waitFor();
  });
});

describe('the Sizes view', () => {
  it('measures the kind of dates that is chosen', async () => {
    const { page } = await open({ route: '#/sizes' });
    await chooseOption(page, 'Workload', 'store');
    await chooseOption(page, 'Dates', 'Date only');
    await page.getByRole('button', { name: /^Measure( again)?$/ }).click();
    await page.getByText(/^store · .* · dates without a time of day · measured/).waitFor();
    expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
  });
});
