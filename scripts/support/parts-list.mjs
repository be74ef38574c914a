import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionPackages } from './package-stage.mjs';
import { root, run } from './project.mjs';

const readJson = (...place) => JSON.parse(readFileSync(join(root, ...place), 'utf8'));

/** Of these only the program is shipped, not the packages that fetch it. */
const programs = new Set(['electron', 'node']);

const refOf = ({ name, version }) => `${name}@${version}`;

/** What the folders that are copied into the package hold, and what is built into the window. */
function shippedRefs(sbom) {
  const lock = readJson('package-lock.json').packages;
  const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 13);
  const refs = new Set(
    productionPackages().map((place) =>
      refOf({ name: lock[place].name ?? nameOf(place), version: lock[place].version }),
    ),
  );
  const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const { devDependencies } = readJson('package.json');
  const add = (ref, withNeeds) => {
    if (refs.has(ref)) return;
    refs.add(ref);
    if (withNeeds) for (const needed of needs.get(ref) ?? []) add(needed, true);
  };
  for (const shipped of readJson('renderer', 'views', 'Settings', 'packages.json')) {
    if (shipped.name in devDependencies) add(refOf(shipped), !programs.has(shipped.name));
  }
  return refs;
}

/** A part as it is for those who have the package: what npm calls a development package is built into it. */
function shippedPart({ properties = [], ...part }) {
  const told = properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...part, properties: told };
}

/**
 * What the package is made of, in CycloneDX, from npm's list of all that the lock file names: without what only builds and
 * tests it, and under its own name instead of its folder's.
 */
export function shippedParts(sbom) {
  const refs = shippedRefs(sbom);
  const own = sbom.metadata.component;
  const kept = (ref) => ref === own['bom-ref'] || refs.has(ref);
  return {
    ...sbom,
    metadata: {
      ...sbom.metadata,
      component: { ...own, type: 'application', name: readJson('package.json').name },
    },
    components: sbom.components.filter((part) => kept(part['bom-ref'])).map(shippedPart),
    dependencies: sbom.dependencies
      .filter(({ ref }) => kept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(kept) })),
  };
}

/** Asks npm for the list. @throws Error where it has none. */
export async function listParts() {
  const isWindows = process.platform === 'win32';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { code, output } = await run(isWindows ? 'npm.cmd' : 'npm', args, {
    // Its warnings are no part of the list.
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: isWindows,
  });
  if (code !== 0) throw new Error(`npm sbom ended with ${code}: ${output.slice(0, 500)}`);
  return shippedParts(JSON.parse(output));
}
