import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from '../../support/axe.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { shells, type WorkbenchWindow } from '../../support/shells.ts';
import { goTo, openFile, runButton, said, title, useScheme } from '../../support/views.ts';

/** Writes down each of its starts, so that a test sees whether it was started at all. */
const server = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
appendFileSync(new URL('starts.txt', import.meta.url), process.env.MODE + '\\n');
createServer((request, response) => response.end('{"ok":true}')).listen(Number(process.argv[2]), '127.0.0.1');
`;

const question = (page: Page) => page.getByRole('dialog', { name: 'Start this program?' });
const tryButton = (page: Page) => page.getByRole('button', { name: 'Try', exact: true });

describe.each(shells)('an experiment that starts a program, in $shell', ({ open, shell }) => {
  let home: string;
  let window: WorkbenchWindow;
  let page: Page;
  const starts = () => {
    const file = join(home, 'starts.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };

  beforeAll(async () => {
    home = makeFolder();
    writeFileSync(join(home, 'server.mjs'), server);
    writeFileSync(
      join(home, 'orders.bench.yaml'),
      `wirebench: 1
name: Started
target:
  start:
    command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(join(home, 'server.mjs'))}, "{{port}}"]
    env: {MODE: quick}
service:
  rest: {address: "http://127.0.0.1:{{port}}"}
  requests: {get: {rest: {path: /}}}
factors: {protocol: [rest], users: [1]}
load: {model: closed, requests: 20, warmUp: 0s}
`,
    );
    window = await open(home);
    page = window.page;
  });
  afterAll(async () => {
    await window?.close();
    removeFolder(home);
  });

  it('starts nothing when it is opened, nor after a no', async () => {
    await openFile(window, join(home, 'orders.bench.yaml'));
    await page.getByText('Starts your server and loads its REST service').waitFor();
    await tryButton(page).and(page.locator(':enabled')).waitFor();
    await tryButton(page).press('Enter');
    await question(page).getByText('server.mjs {{port}}').waitFor();
    await question(page).getByText('MODE=quick').waitFor();
    if (shell === 'Chromium') {
      for (const scheme of ['light', 'dark'] as const) {
        await useScheme(page, scheme);
        expect(await seriousViolations(page)).toEqual([]);
      }
    }
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await runButton(page).press('Enter');
    await question(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await question(page).waitFor({ state: 'detached' });
    expect(await title(page).innerText()).toContain('orders.bench.yaml');
    expect(starts()).toEqual([]);
  });

  it('starts it after a yes, and remembers that', async () => {
    await runButton(page).press('Enter');
    await question(page).getByRole('button', { name: 'Start it on this computer' }).press('Enter');
    await said(page, 'The trial is done.').waitFor();
    expect(starts()).toEqual(['quick']);
    await goTo(page, 'Editor').click();
    await tryButton(page).and(page.locator(':enabled')).waitFor();
    await tryButton(page).press('Enter');
    const back = page.getByRole('region', { name: 'What came back' });
    await back.getByText('Status 200').waitFor();
    expect(starts()).toHaveLength(2);
    expect(window.problems).toEqual([]);
  });
});
