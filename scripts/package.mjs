import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, Platform } from 'electron-builder';
import { setUp } from './setup.mjs';
import { obtainElectron } from './support/electron-binary.mjs';
import { builderConfig } from './support/package-config.mjs';
import { stagePackage } from './support/package-stage.mjs';
import { listParts } from './support/parts-list.mjs';
import { root, say } from './support/project.mjs';

/**
 * Builds the distributable for this machine's system in release/, or the folder after `--out`.
 * With `--dir` only the unpacked one. `ELECTRON_OVERRIDE_DIST_PATH` names a folder with Electron's files if it cannot be
 * downloaded.
 */

/** The version of the Electron in a folder, from its own file. */
function versionOf(folder) {
  const file = join(folder, 'version');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'))
    .version;
}

function optionValue(name) {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}

/** Writes the list of the package's parts next to the licences. */
async function writeParts(folder) {
  const parts = await listParts();
  writeFileSync(join(folder, 'parts.cdx.json'), `${JSON.stringify(parts, null, 2)}\n`);
  say(`${parts.components.length} parts are listed in licences/parts.cdx.json`);
}

async function makePackage() {
  const node = await setUp();
  const electron = await obtainElectron(node);
  if (!electron) {
    throw new Error(
      'Electron cannot be downloaded here: name a folder with its files in ELECTRON_OVERRIDE_DIST_PATH, and its version in ELECTRON_VERSION if the folder has no file "version"',
    );
  }
  const electronDist = dirname(electron);
  const electronVersion = process.env.ELECTRON_VERSION ?? versionOf(electronDist);
  say(`Packaging with Electron ${electronVersion} …`);
  const output = resolve(root, optionValue('--out') ?? 'release');
  const folders = stagePackage(node);
  await writeParts(folders.licences);
  const config = builderConfig({ ...folders, output, electronDist, electronVersion });
  const targets = process.argv.includes('--dir')
    ? Platform.current().createTarget('dir')
    : undefined;
  const made = await build({ projectDir: root, config, ...(targets ? { targets } : {}) });
  for (const file of made) say(file);
  say(`Packaged into ${output}`);
}

makePackage().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
