import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode, root, run, say } from './project.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.wirebench-packages');

/** Required source of node_modules: the lock file, on this kind of machine. */
function wantedStamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${process.platform} ${process.arch} ${lock}\n`;
}

/** Whether npm's own record lists every locked package, regardless of who ran `npm ci`. */
function installedByHand() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const have = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || have[path]?.version === entry.version,
  );
}

function upToDate() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()) return true;
  return installedByHand();
}

async function npm(args) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Packages require a newer Node than the machine's; it is installed with them, so this is not an error.
  const flags = ['--engine-strict=false', '--loglevel=error', '--no-audit', '--no-fund'];
  const { code } = await run(command, [...args, ...flags], {
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed`);
}

/**
 * Installs the packages of package-lock.json, unless they are installed.
 * @returns the path of a Node that can run Wirebench.
 */
export async function ensurePackages() {
  if (!upToDate()) {
    say('Installing packages …');
    await npm(['ci']);
  }
  if (!findNode()) {
    // Some npm versions do not run install scripts; that of the node package downloads the executable.
    await npm(['rebuild', 'node']);
  }
  const node = findNode();
  if (!node)
    throw new Error(
      'Node 24 is needed: install it, or let npm run the script of the package "node"',
    );
  writeFileSync(stampFile, wantedStamp());
  return node;
}
