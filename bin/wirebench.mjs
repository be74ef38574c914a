#!/usr/bin/env node
/**
 * Starts the command line on any Node version: Wirebench needs Node 24 and ships it as the package `node`.
 * Plain JavaScript, so that old versions can parse it.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { interrupts, runWith } from './other-node.mjs';

// Until the command line handles signals itself, there is nothing to save.
const leave = () => process.exit(130);
for (const name of interrupts) process.on(name, leave);

const script = realpathSync(fileURLToPath(import.meta.url));
const root = dirname(dirname(script));
const [major, minor] = process.versions.node.split('.').map(Number);

/** First version whose type stripping, which the sources rely on, works without a flag. */
const capable = major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);

/**
 * Sources in a checkout, unless the built tree is requested; the built tree in an installed package, where
 * Node does not strip types.
 */
function commandLine() {
  const source = join(root, 'engine', 'cli', 'main.ts');
  const installed = root.includes(`${sep}node_modules${sep}`);
  return existsSync(source) && !installed && process.env.WIREBENCH_BUILT !== '1'
    ? source
    : join(root, 'dist', 'node', 'engine', 'cli', 'main.js');
}

/** The Node installed with the dependencies, or undefined. */
function bundledNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidates = [
    join(root, 'node_modules', 'node', 'bin', name),
    join(root, '..', 'node', 'bin', name),
  ];
  return candidates.find((path) => existsSync(path));
}

/** Advice for installations without Node 24. */
function howToGetNode() {
  if (existsSync(join(root, 'package-lock.json'))) {
    return `Run "npm install" in ${root}, which brings it along.`;
  }
  return `Install it, or start Wirebench with one that npm fetches: npx node@24 "${script}"`;
}

const other = major >= 24 ? undefined : bundledNode();
if (other !== undefined && realpathSync(other) !== realpathSync(process.execPath)) {
  runWith(other, script, process.argv.slice(2));
  for (const name of interrupts) process.off(name, leave);
} else if (!capable) {
  process.stderr.write(
    `wirebench: needs Node 24 (this is ${process.version}). ${howToGetNode()}\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import(pathToFileURL(commandLine()).href);
  void main(process.argv.slice(2));
  for (const name of interrupts) process.off(name, leave);
}
