import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appInfoSchema } from '../../../contracts/engine-api.ts';
import { type LaunchedWorkbench, launchWorkbench } from '../../support/electron.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { descendants, isAlive } from '../../support/processes.ts';
import { waitMs } from '../../support/timeouts.ts';

/** Asks for a port as the renderer does, and calls `app.info` over it in oRPC's own words. */
const askEngine = `new Promise((resolve) => {
  window.addEventListener('message', function take(event) {
    const [port] = event.ports;
    if (event.data !== 'shell:engine-port' || !port) return;
    window.removeEventListener('message', take);
    port.onmessage = (message) => resolve(JSON.parse(message.data).p.b.json);
    port.onclose = () => resolve('closed');
    port.postMessage(JSON.stringify({ i: '1', p: { u: '/app/info' } }));
  });
  window.postMessage('shell:request-engine-port', location.origin);
})`;

let folder: string;
/** One app for the tests up to that which closes it; the last has one of its own. */
let workbench: LaunchedWorkbench;

async function launch(): Promise<void> {
  workbench = await launchWorkbench({ home: join(folder, 'home') });
  // A page without the renderer, which would take the ports for itself.
  await workbench.page.goto('app://wirebench/blank.html');
}

beforeAll(async () => {
  folder = makeFolder();
  await launch();
});

afterAll(async () => {
  await workbench?.close();
  removeFolder(folder);
});

function pidOfApp(): number {
  const { pid } = workbench.app.process();
  if (pid === undefined) throw new Error('The app has no process');
  return pid;
}

function enginePids(): number[] {
  return descendants(pidOfApp())
    .filter(({ command }) => command.includes('engine-host') || command.includes('node.mojom'))
    .map(({ pid }) => pid);
}

describe('the engine of the desktop app', () => {
  it('runs in a process of its own and answers over a port', async () => {
    const info = appInfoSchema.parse(await workbench.page.evaluate(askEngine));
    expect(info.home).toBe(join(folder, 'home'));
    expect(enginePids()).toHaveLength(1);
  });

  it('keeps all state in the folder that WIREBENCH_HOME names', async () => {
    expect(existsSync(join(folder, 'home', 'wirebench.db'))).toBe(true);
    expect(existsSync(join(folder, 'home', 'desktop'))).toBe(true);
  });

  it('outlives neither the window nor the app', async () => {
    await workbench.page.evaluate(askEngine);
    const pids = descendants(pidOfApp()).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(0);
    await workbench.close();
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: waitMs });
  });

  it('ends by itself when the app is killed', async () => {
    await launch();
    await workbench.page.evaluate(askEngine);
    const pids = enginePids();
    process.kill(pidOfApp(), 'SIGKILL');
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: waitMs });
  });
});
