import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';
import type { ShellUnderTest, WorkbenchWindow } from './shells.ts';
import { goTo, openFile, rows, runButton, said } from './views.ts';

/** Script as any text may contain it; it would set `window.injected`. */
const script = `<img src=x onerror="window.injected=1"><script>window.injected=2</script>`;
const port = (server: Server) => (server.address() as AddressInfo).port;

/** Answers every request with script, in status line, headers and body. */
function answerScript(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(500, script.replaceAll(/[^\x20-\x7e]/g, ''), {
      'Content-Type': 'text/html',
      'X-Script': script,
    });
    response.end(`<html>${script}</html>`);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** An experiment whose name is script, and whose target answers with it. */
const experimentOf = (target: Server) => `wirebench: 1
name: ${JSON.stringify(script)}
target: { rest: 'http://127.0.0.1:${port(target)}' }
factors: { protocol: [rest], users: [1] }
load: { model: closed, requests: 20 }
`;

/** Everything in the page that would not be there without an injection. */
const traces = (page: Page) =>
  page.evaluate<unknown[]>(`[
    ...(window.injected === undefined ? [] : [window.injected]),
    ...[...document.querySelectorAll('img[src="x"], script:not([src]), iframe, object, [onerror]')]
      .map((element) => element.outerHTML),
  ]`);

/**
 * The tests of what a hostile file, name or target could do in a window, for the block around them.
 * @param open opens the window, in the shell to try.
 */
export function hostileTextStaysText(open: ShellUnderTest['open']): void {
  let folder: string;
  let hostile: Server;
  let window: WorkbenchWindow;
  let page: Page;
  const dialogs: string[] = [];
  const home = () => join(folder, 'home');

  beforeAll(async () => {
    folder = makeFolder();
    hostile = await answerScript();
    writeFileSync(join(folder, 'hostile.bench.yaml'), experimentOf(hostile));
    window = await open(home());
    page = window.page;
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(async () => {
    await window?.close();
    hostile.closeAllConnections();
    hostile.close();
    removeFolder(folder);
  });

  it('in the name of an experiment and in the answers of its target is text', async () => {
    await openFile(window, join(folder, 'hostile.bench.yaml'));
    await runButton(page).click();
    await page.waitForURL(/#\/run/);
    await said(page, /trial/i).first().waitFor();
    await page.getByRole('button', { name: 'Open result' }).click();
    await page.getByRole('heading', { level: 1 }).getByText(script).waitFor();
    expect(await traces(page)).toEqual([]);
  });

  it('in notes and tags, as another program may have stored them, is text', async () => {
    const database = new BetterSqlite(join(home(), 'wirebench.db'));
    database.prepare('UPDATE runs SET note = ?, tags = ?').run(script, JSON.stringify([script]));
    database.close();
    await page.reload();
    await goTo(page, 'History').click();
    await rows(page, 'Runs').first().getByText(script).first().waitFor();
    expect(await traces(page)).toEqual([]);
    await rows(page, 'Runs').first().press('Enter');
    await page.getByRole('heading', { level: 1 }).getByText(script).waitFor();
    expect(await traces(page)).toEqual([]);
  });

  it('in the address is no route', async () => {
    await page.evaluate(
      `location.hash = '#/result/' + encodeURIComponent(${JSON.stringify(script)})`,
    );
    await page
      .getByText(/No run has|could not be read|RUN_NOT_FOUND/)
      .first()
      .waitFor();
    expect(await traces(page)).toEqual([]);
    await goTo(page, 'Settings').click();
  });

  it('in the palette, where names are found by typing, is text', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Find a command/ }).fill('<img');
    await page.getByRole('option').getByText('<').first().waitFor();
    expect(await traces(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it.each(['javascript:window.injected=3', 'file:///etc/passwd', 'data:text/html,<p>away</p>'])(
    'and the targets of a link to %s are not touched',
    async (href) => {
      const before = page.url();
      await page.evaluate(`(() => {
        const link = document.createElement('a');
        link.href = ${JSON.stringify(href)};
        document.body.append(link);
        link.click();
        link.remove();
      })()`);
      // A refusal leaves nothing to wait for; another turn of the page would have shown it.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
      expect(page.url()).toBe(before);
      expect(await traces(page)).toEqual([]);
    },
  );

  it('of other places is not run, and nothing is sent there', async () => {
    const away = `http://127.0.0.1:${port(hostile)}/`;
    const outcomes = await page.evaluate<string[]>(`(async () => {
      const loaded = (element) => new Promise((resolve) => {
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        document.body.append(element);
      });
      const script = Object.assign(document.createElement('script'), { src: '${away}a.js' });
      const image = Object.assign(new Image(), { src: '${away}a.png' });
      const outcomes = [await loaded(script), await loaded(image)];
      script.remove();
      image.remove();
      outcomes.push(await fetch('${away}').then(() => 'loaded', () => 'refused'));
      outcomes.push(await new Promise((resolve) => {
        try {
          const socket = new WebSocket('ws://127.0.0.1:${port(hostile)}/');
          socket.onopen = () => resolve('loaded');
          socket.onerror = () => resolve('refused');
        } catch { resolve('refused'); }
      }));
      try { outcomes.push(String(new Function('return "evaluated"')())); }
      catch { outcomes.push('refused'); }
      return outcomes;
    })()`);
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
  });

  it('has brought up no dialog', () => {
    expect(dialogs).toEqual([]);
  });
}
