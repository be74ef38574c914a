import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openEngine } from '../../engine/api/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const built = fileURLToPath(new URL('../../dist/node/electron/engine-host.js', import.meta.url));

/** The engine of the desktop app in a separate Node, ready for connections. */
async function startHost(home: string): Promise<ChildProcess> {
  if (!existsSync(built)) throw new Error('The engine is not built: run "npm run build"');
  const child = fork(built, [], { env: { ...process.env, WIREBENCH_HOME: home }, execArgv: [] });
  const [ready] = await once(child, 'message');
  expect(ready).toMatchObject({ type: 'ready' });
  return child;
}

/** Sends messages so that the process receives them together, as a busy one does. */
function sendTogether(child: ChildProcess, messages: readonly Record<string, unknown>[]): void {
  child.kill('SIGSTOP');
  for (const message of messages) child.send(message);
  child.kill('SIGCONT');
}

/** A call in oRPC's format. */
const call = (path: string, input: unknown) =>
  JSON.stringify({ i: '1', p: { u: path, b: { json: input } } });

const change = { type: 'message', id: 0, data: call('/settings/set', { scheme: 'dark' }) };

it.each([
  ['closes at once', [{ type: 'disconnect', id: 0 }]],
  ['closes at once because the app quits', [{ type: 'disconnect', id: 0 }, { type: 'stop' }]],
])('keeps the last change of a window that %s', async (_what, ending) => {
  const home = temporaryFolder();
  const host = await startHost(home);
  const ended = once(host, 'exit');
  sendTogether(host, [{ type: 'connect', id: 0 }, change, ...ending]);
  // An earlier message may have ended it.
  host.send({ type: 'stop' }, () => undefined);
  await ended;
  const engine = await openEngine({ home });
  expect(await engine.client.settings.get()).toMatchObject({ scheme: 'dark' });
  await engine.close();
});
