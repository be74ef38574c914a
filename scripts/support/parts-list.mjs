import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionPackages } from './package-stage.mjs';
import { root, run } from './project.mjs';

const readJson = (...place) => JSON.parse(readFileSync(join(root, ...place), 'utf8'));

/** For these only the program is shipped, not the packages that download it. */
const programs = new Set(['electron', 'node']);

const refOf = ({ name, version }) => `${name}@${version}`;

/** Packages in the folders that are copied into the package, and those built into the window. */
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

/** A part as recipients of the package see it: npm's development packages are built into it. */
function shippedPart({ properties = [], ...part }) {
  const kept = properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...part, properties: kept };
}

/**
 * The parts of the package, in CycloneDX, from npm's list of the lock file: without those that only build and test it,
 * and under its own name instead of its folder's.
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

/** Asks npm for the list. @throws Error if there is none. */
export async function listParts() {
  const isWindows = process.platform === 'win32';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { code, output } = await run(isWindows ? 'npm.cmd' : 'npm', args, {
    // Without its warnings.
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: isWindows,
  });
  if (code !== 0) throw new Error(`npm sbom ended with ${code}: ${output.slice(0, 500)}`);
  return shippedParts(JSON.parse(output));
}
