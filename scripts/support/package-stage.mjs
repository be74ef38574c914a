import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { interfaceFolders } from './builds.mjs';
import { cacheFolder, root } from './project.mjs';

const stage = join(cacheFolder, 'package');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Parts of packages that are only needed to build them. */
const leftOut = [/better-sqlite3[\\/](deps|src)$/, /better-sqlite3[\\/]binding\.gyp$/, /\.map$/];

function writeManifest(folder, more) {
  const { name, version, description, license, author, releaseFeed = '' } = manifest;
  const facts = { name, version, description, license, author, releaseFeed, ...more };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

/** Prebuilt native files of other machines. */
function isForeign(path) {
  const [, system] = /prebuilds[\\/](\w+)-\w+\.node$/.exec(path) ?? [];
  const own = `${process.platform}-${process.arch}.node`;
  return system !== undefined && !basename(path).endsWith(own);
}

/** Copies a package without nested packages, which have separate entries. */
function copyPackage(place, target) {
  const source = join(root, place);
  cpSync(source, join(target, place), {
    recursive: true,
    filter: (path) => {
      const inside = relative(source, path);
      if (inside.split(sep).includes('node_modules')) return false;
      return !isForeign(path) && !leftOut.some((pattern) => pattern.test(path));
    },
  });
}

/** The packages that the engine, the workers and the services need at run time. */
export function productionPackages() {
  return Object.entries(lock)
    .filter(([place, { dev }]) => place !== '' && !dev && existsSync(join(root, place)))
    .map(([place]) => place);
}

/** Main, preload and the window: the contents of the archive. */
function stageApp(folder) {
  for (const part of ['electron', 'renderer']) {
    cpSync(join(root, 'dist', part), join(folder, 'dist', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  }
  writeManifest(folder, { main: manifest.main });
}

/** The engine, which runs on a separate Node and is therefore next to the archive. */
function stageEngine(folder, node) {
  cpSync(join(root, 'dist', 'node'), join(folder, 'dist', 'node'), { recursive: true });
  // The sources of other languages, which are built on demand, and the manifests for clusters.
  for (const part of [...interfaceFolders, 'stacks', 'deploy']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  for (const place of productionPackages()) copyPackage(place, folder);
  mkdirSync(join(folder, 'bin'));
  cpSync(node, join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'));
  writeManifest(folder, { type: 'module' });
}

/** The licences of packages that are built into the window, whose folders are not shipped. */
function stageLicences(folder) {
  for (const name of Object.keys(manifest.devDependencies)) {
    for (const file of ['LICENSE', 'LICENSE.md', 'LICENCE', 'license']) {
      const path = join(root, 'node_modules', name, file);
      if (existsSync(path)) cpSync(path, join(folder, `${name.replace('/', '__')}.txt`));
    }
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'wirebench.txt'));
}

/**
 * Stages the package from scratch.
 * @param node the Node executable that the package includes.
 * @returns the folders of the app, the engine and the licences.
 */
export function stagePackage(node) {
  rmSync(stage, { recursive: true, force: true });
  const folders = {
    app: join(stage, 'app'),
    engine: join(stage, 'engine'),
    licences: join(stage, 'licences'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  stageApp(folders.app);
  stageEngine(folders.engine, node);
  stageLicences(folders.licences);
  return folders;
}
