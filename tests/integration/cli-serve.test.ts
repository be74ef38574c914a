import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startWirebench, wirebench } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { EngineClient } from '../support/transports.ts';

const built = existsSync(fileURLToPath(new URL('../../dist/renderer/index.html', import.meta.url)));
const local = ['serve', '--no-open', '--port', '0'];

describe('wirebench serve', () => {
  it.runIf(built)('serves the workbench and its engine at the printed address', async () => {
    const home = temporaryFolder();
    const command = startWirebench(home, local);
    onTestFinished(() => {
      command.child.kill('SIGKILL');
    });
    const [address] = await command.until('stdout', /^http:\/\/127\.0\.0\.1:\d+\/\?token=\S+$/m);
    expect(await (await fetch(address)).text()).toContain('<title>Wirebench</title>');
    const { host, search, origin } = new URL(address);
    const socket = new WebSocket(`ws://${host}/engine${search}`, { headers: { Origin: origin } });
    // The two declarations of a WebSocket differ in events that the link does not use.
    const websocket = socket as unknown as globalThis.WebSocket;
    const client: EngineClient = createORPCClient(new RPCLink({ websocket }));
    expect(await client.app.info()).toMatchObject({ home });
    command.child.kill('SIGINT');
    expect(await command.ended).toMatchObject({ code: 0, stdout: `${address}\n` });
    await expect(fetch(address)).rejects.toThrow();
  });

  it.skipIf(built)('says so when the workbench is not built', async () => {
    const ended = await wirebench(temporaryFolder(), local);
    expect(ended.stderr).toContain('not built');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
  });
});
