import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

/** What the tests need beyond npm; newer Debians name some packages differently. */
const needs = [
  { present: () => hasCommand('chromium'), packages: ['chromium'] },
  { present: () => hasCommand('Xvfb'), packages: ['xvfb'] },
  { present: () => hasLibrary('libgtk-3.so.0'), packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { present: () => hasLibrary('libnss3.so'), packages: ['libnss3'] },
  { present: () => hasLibrary('libasound.so.2'), packages: ['libasound2t64', 'libasound2'] },
  { present: () => hasLibrary('libgbm.so.1'), packages: ['libgbm1'] },
  { present: () => hasLibrary('libnotify.so.4'), packages: ['libnotify4'] },
  { present: hasPostgres, packages: ['postgresql'] },
];

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
 * Sees to what the tests need from the system: installs it where that is allowed, and
 * says what is missing where it is not.
 */
export async function ensureSystemPackages() {
  if (process.platform !== 'linux') return;
  const missing = needs.filter(({ present }) => !present()).map(({ packages }) => packages);
  if (missing.length === 0) return;
  if (process.getuid() !== 0 || !hasCommand('apt-get')) {
    say(`The tests need: ${missing.map((packages) => packages.at(-1)).join(' ')}`);
    return;
  }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  await install(missing.map(choose));
}
