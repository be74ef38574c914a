import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronExecutable } from '../../support/electron.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { type PackagedApp, startPackaged } from '../../support/packaged.ts';
import { descendants } from '../../support/processes.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (c) => chunks.push(c));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

const quiet = (): NodeJS.ProcessEnv => {
  const { ELECTRON_RUN_AS_NODE: _asNode, NODE_OPTIONS: _options, ...env } = process.env;
  return env;
};

let home: string;
/** Outside of the project, where the packaged engine finds no packages but its own. */
const unpacked = () => join(home, 'release', 'linux-unpacked');
const executable = () => join(unpacked(), 'wirebench');
let app: PackagedApp;

beforeAll(async () => {
  home = makeFolder();
  const electron = electronExecutable();
  const version = electron.includes('.runtime') ? { ELECTRON_VERSION: '22.0.0' } : {};
  const { code, output } = await run(
    process.execPath,
    ['scripts/package.mjs', '--dir', '--out', join(home, 'release')],
    {
      ...quiet(),
      ...version,
      ELECTRON_OVERRIDE_DIST_PATH: dirname(electron),
    },
  );
  if (code !== 0) throw new Error(output);
  const file = join(home, 'packaged.bench.yaml');
  writeFileSync(file, experiment);
  app = await startPackaged(executable(), [file], {
    ...quiet(),
    WIREBENCH_HOME: join(home, 'state'),
  });
});

afterAll(async () => {
  await app?.close();
  removeFolder(home);
});

describe('the packaged app', () => {
  it('has the fuses that keep its executable from being turned into something else', async () => {
    const fuses = await getCurrentFuseWire(executable());
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: FuseState.DISABLE,
      [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    });
  });

  it('has window and main in an archive, and the engine with its native file beside it', () => {
    const archive = readFileSync(join(unpacked(), 'resources', 'app.asar'));
    // Its list of files is JSON, the length of which stands before it.
    const files = archive.subarray(16, 16 + archive.readUInt32LE(12)).toString('utf8');
    expect(files).toContain('"preload.cjs"');
    expect(files).not.toContain('"node_modules"');
    const engine = join(unpacked(), 'resources', 'engine');
    const native = `${process.platform}-${process.arch}.node`;
    expect(existsSync(join(engine, 'node_modules/better-sqlite3/prebuilds', native))).toBe(true);
    expect(existsSync(join(engine, 'dist/node/services/main.js'))).toBe(true);
    expect(existsSync(join(engine, 'dist/node/proto/product.proto'))).toBe(true);
  });

  it('opens its window and runs load against services of its own', async () => {
    const { page } = app;
    await page.until(`document.querySelector('h1')?.textContent.includes('packaged.bench.yaml')`);
    await page.until(
      `[...document.querySelectorAll('button')].some((b) => b.textContent === 'Run' && !b.disabled)`,
    );
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, modifiers: 2 };
    await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
    await page.until(`location.hash.startsWith('#/result/')`);
    await page.evaluate(`location.hash = '#/run'`);
    await page.until(`document.body.textContent.includes('All 3 trials are done.')`);
  });

  it('does so with a Node of its own, not with its own executable as Node', () => {
    const engines = descendants(app.pid).filter(({ command }) => command.includes('engine-host'));
    expect(engines).toHaveLength(1);
    expect(engines[0]?.command).toContain(join('resources', 'engine', 'bin', 'node'));
  });

  it('is no Node when it is asked to be', async () => {
    const { output } = await run(executable(), ['--no-sandbox', '-p', '"as" + "Node"'], {
      ...quiet(),
      ELECTRON_RUN_AS_NODE: '1',
      DISPLAY: '',
    });
    expect(output).not.toContain('asNode');
  });
});

const experiment = `wirebench: 1
name: In the package
workload: product
target: bundled
factors:
  protocol: [rest, soap, grpc]
  shape: [small]
  users: [2]
load: { model: closed, requests: 200 }
`;
