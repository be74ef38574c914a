import type { ElectronApplication } from 'playwright-core';
import { type LaunchedWorkbench, launchWorkbench } from '../../support/electron.ts';
import { descendants } from '../../support/processes.ts';
import { within } from '../within.ts';

/** The desktop app with its engine at work. */
export async function startDesktop(home: string): Promise<LaunchedWorkbench> {
  const workbench = await launchWorkbench({ home });
  await workbench.page.getByText('Engine ready').waitFor();
  return workbench;
}

/** Quits the app. @throws Error that says why it cannot be. */
export async function quitDesktop(workbench: LaunchedWorkbench): Promise<void> {
  try {
    await within('the app quits', workbench.close());
  } catch (error) {
    await workbench.kill();
    throw error;
  }
}

/** The engine process of a desktop app. */
export function engineOf(app: ElectronApplication): number {
  const isEngine = (command: string) => /engine-host|node\.mojom/.test(command);
  const engine = descendants(app.process().pid ?? 0).find(({ command }) => isEngine(command));
  if (!engine) throw new Error('the app has no engine');
  return engine.pid;
}

/** A script for the page of the desktop app, which gets a port of its engine, and has to call `resolve`. */
export const withPort = (script: string): string => `new Promise((resolve) => {
  window.addEventListener('message', function take(event) {
    const [port] = event.ports;
    if (event.data !== 'shell:engine-port' || !port) return;
    window.removeEventListener('message', take);
    ${script}
  });
  window.postMessage('shell:request-engine-port', location.origin);
})`;

/** Calls the engine over the port of the app's page, which the page continues to use. @param path such as `/runs/list`. */
export function callFromPage<T>(
  { page }: LaunchedWorkbench,
  path: string,
  input: object,
): Promise<T> {
  const id = `torture-${path}`;
  const message = JSON.stringify({ i: id, p: { u: path, m: 'POST', b: { json: input } } });
  const script = withPort(`port.addEventListener('message', ({ data }) => {
      const { i, p } = JSON.parse(data);
      if (i === ${JSON.stringify(id)}) resolve(p.b.json);
    });
    port.start();
    port.postMessage(${JSON.stringify(message)});`);
  return within('the engine answers its window', page.evaluate<T>(script));
}
