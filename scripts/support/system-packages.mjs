import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, say } from './project.mjs';

function hasCommand(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

let libraries;
function hasLibrary(name) {
  libraries ??= spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '';
  return libraries.includes(name);
}

/** Debian keeps the programs of each version in a folder of its own. */
function hasPostgres() {
  return hasCommand('initdb') || existsSync('/usr/lib/postgresql');
}

/** It is in a folder that is not searched by other programs. This runs on the installed Node, which may be old. */
function hasClockLibrary() {
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'));
  return folders.some((folder) => existsSync(join(folder, 'libfaketimeMT.so.1')));
}

/** Optional: windows in it cost half as much as in full Chromium. */
function hasHeadlessShell() {
  const name = 'chromium-headless-shell';
  return hasCommand(name) || (hasCommand('chromium') && !(mayInstall() && isOffered(name)));
}

/** System packages of the tests; newer Debians name some differently. */
const needs = [
  { present: () => hasCommand('chromium'), packages: ['chromium'] },
  { present: hasHeadlessShell, packages: ['chromium-headless-shell', 'chromium'] },
  { present: () => hasCommand('Xvfb'), packages: ['xvfb'] },
  { present: () => hasLibrary('libgtk-3.so.0'), packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { present: () => hasLibrary('libnss3.so'), packages: ['libnss3'] },
  { present: () => hasLibrary('libasound.so.2'), packages: ['libasound2t64', 'libasound2'] },
  { present: () => hasLibrary('libgbm.so.1'), packages: ['libgbm1'] },
  { present: () => hasLibrary('libnotify.so.4'), packages: ['libnotify4'] },
  { present: hasClockLibrary, packages: ['libfaketime'] },
  { present: hasPostgres, packages: ['postgresql'] },
  { present: () => hasCommand('nats-server'), packages: ['nats-server'] },
];

function mayInstall() {
  return process.getuid() === 0 && hasCommand('apt-get');
}

function isOffered(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout ?? '');
}

function choose(packages) {
  return packages.find(isOffered) ?? packages.at(-1);
}

async function install(packages) {
  say(`Installing ${packages.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  const { code, output } = await run('apt-get', args, { quiet: true, env });
  if (code !== 0) say(`apt-get failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
}

/**
 * Provides the system packages of the tests: installs them if that is allowed, and otherwise
 * lists the missing ones.
 */
export async function ensureSystemPackages() {
  if (process.platform !== 'linux') return;
  const missing = needs.filter(({ present }) => !present()).map(({ packages }) => packages);
  if (missing.length === 0) return;
  if (!mayInstall()) {
    const names = new Set(missing.map((packages) => packages.at(-1)));
    say(`The tests need: ${[...names].join(' ')}`);
    return;
  }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  await install([...new Set(missing.map(choose))]);
}
