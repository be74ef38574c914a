import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, root, say, withOwnNode } from './project.mjs';

const electronPackage = join(root, 'node_modules', 'electron');
const failureFile = join(cacheFolder, 'electron-download-failed');
const downloadFolder = join(cacheFolder, 'electron-download');
/** Time until a failed download is retried. */
const memoryMs = 24 * 60 * 60 * 1000;
/** A download without progress for this long has failed. */
const timeoutMs = 12_000;

/** The executable that the electron package has downloaded, or null. */
export function installedElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const pathFile = join(electronPackage, 'path.txt');
  if (!override && !existsSync(pathFile)) return null;
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron';
  const executable = join(override ?? join(electronPackage, 'dist'), name);
  return existsSync(executable) ? executable : null;
}

function failedLately() {
  return existsSync(failureFile) && Date.now() - statSync(failureFile).mtimeMs < memoryMs;
}

/** Bytes that have arrived so far. */
function downloaded(folder = downloadFolder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + sizeOf(join(entry.parentPath ?? entry.path, entry.name)), 0);
}

/** The installer moves its files while they are counted. */
function sizeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Ends a stalled download. @returns a function that stops watching. */
function watchProgress(child) {
  let bytes = 0;
  let movedAt = Date.now();
  let announced = false;
  const timer = setInterval(() => {
    const now = downloaded();
    if (now !== bytes) movedAt = Date.now();
    bytes = now;
    if (bytes > 0 && !announced) {
      say('Fetching Electron (about 120 MB, once) …');
      announced = true;
    }
    if (Date.now() - movedAt > timeoutMs) child.kill('SIGKILL');
  }, 500);
  return () => clearInterval(timer);
}

function download(node) {
  mkdirSync(downloadFolder, { recursive: true });
  return new Promise((resolve) => {
    const child = spawn(node, [join(electronPackage, 'install.js')], {
      stdio: 'ignore',
      // Its temporary files show its progress.
      env: { ...process.env, ...withOwnNode(node), TMPDIR: downloadFolder, TEMP: downloadFolder },
    });
    const stopWatching = watchProgress(child);
    child.on('error', () => resolve(false));
    child.on('exit', (code) => {
      stopWatching();
      resolve(code === 0);
    });
  });
}

/**
 * The Electron executable, downloaded on first use. A failure is remembered for a day, so that
 * the start stays fast if the download is impossible.
 * @param node the Node that runs the installer.
 * @returns its path, or null if it is unavailable.
 */
export async function obtainElectron(node) {
  const present = installedElectron();
  if (present || failedLately()) return present;
  const done = await download(node);
  rmSync(downloadFolder, { recursive: true, force: true });
  if (!done) writeFileSync(failureFile, '');
  return installedElectron();
}
