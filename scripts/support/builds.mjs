import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root, run, say } from './project.mjs';

const dist = join(root, 'dist');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** Folders of interface files: those at the top that have a file for the first workload. */
export const interfaceFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => readdirSync(join(root, name)).some((file) => file.startsWith('product.')));

/** Folders that code reads through `new URL('../proto/…', import.meta.url)`. */
const resources = [
  ...interfaceFolders,
  join('fixtures', 'experiments'),
  join('fixtures', 'published'),
];

/** Folders and files that a TypeScript project includes. */
function includedBy(project) {
  return JSON.parse(readFileSync(join(root, project), 'utf8')).include;
}

/** The builds with their sources and commands. Tests never count as sources. */
const builds = [
  {
    name: 'engine',
    sources: [
      ...includedBy('tsconfig.json').filter((name) => !/^(scripts|tests|\*.*)$/.test(name)),
      'vite.node.config.ts',
      ...resources,
    ],
    output: join(dist, 'node'),
    make: makeNodeTree,
  },
  {
    name: 'desktop shell',
    sources: ['contracts', 'electron', 'vite.electron.config.ts'],
    output: join(dist, 'electron'),
    make: makeElectron,
  },
  {
    name: 'renderer',
    sources: [
      ...includedBy('tsconfig.renderer.json'),
      ...['docs', 'scripts/support/help-pages.ts', 'vite.config.ts'],
    ],
    output: join(dist, 'renderer'),
    make: (node) => step(node, [vite, 'build', '--logLevel', 'warn']),
  },
  {
    name: 'report renderer',
    sources: [...includedBy('tsconfig.renderer.json'), 'vite.report.config.ts'],
    output: join(dist, 'report'),
    make: makeReportRenderer,
  },
];

async function step(node, args) {
  // Tests, which build what is stale, run with `NODE_ENV=test`: React would be built for debugging.
  const env = { NODE_ENV: 'production' };
  const { code, output } = await run(node, args, { quiet: true, env });
  if (code !== 0) throw new Error(output.trim());
}

/** Writes plain JS next to the resources, with entries at the paths of the sources, and moves it into place in one step. */
async function makeNodeTree(node, output) {
  const fresh = `${output}.${process.pid}`;
  await step(node, [vite, 'build', '--config', 'vite.node.config.ts', '--outDir', fresh]);
  for (const folder of resources.filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, folder), join(fresh, folder), { recursive: true });
  }
  rmSync(output, { recursive: true, force: true });
  renameSync(fresh, output);
}

async function makeElectron(node) {
  for (const entry of ['main', 'preload']) {
    await step(node, [vite, 'build', '--config', 'vite.electron.config.ts', '--mode', entry]);
  }
}

async function makeReportRenderer(node) {
  for (const part of ['page', 'node']) {
    await step(node, [vite, 'build', '--config', 'vite.report.config.ts', '--mode', part]);
  }
}

function* filesUnder(path) {
  if (!existsSync(join(root, path))) return;
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(child);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

/** Hash of names and contents, so that another checkout of the same sources is not stale. */
function fingerprint(sources) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const source of sources) {
    const files = /\.\w+$/.test(source) ? [source] : filesUnder(source);
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds everything that is older than its sources into dist/.
 * @param node the Node executable to build with.
 */
export async function ensureBuilds(node) {
  for (const build of builds) {
    const stampFile = join(dist, `.${build.name.replace(' ', '-')}.stamp`);
    const wanted = fingerprint(build.sources);
    const current = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
    if (current === wanted && existsSync(build.output)) continue;
    say(`Building the ${build.name} …`);
    mkdirSync(dist, { recursive: true });
    await build.make(node, build.output);
    writeFileSync(stampFile, wanted);
  }
}

/** Called by Vitest before tests that start builds. */
export default function setUpTests() {
  return ensureBuilds(process.execPath);
}
