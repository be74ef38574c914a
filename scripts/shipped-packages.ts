import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The packages that Wirebench consists of, with their versions and licences, as shown in the
 * Settings view. Run it after a change of packages; a test compares the list.
 */

const lockFile = new URL('../package-lock.json', import.meta.url);
const target = new URL('../renderer/views/Settings/packages.json', import.meta.url);

/** Development packages whose code ends up in the built window or the distributable. */
const built =
  /^(@codemirror\/|@fontsource|@lezer\/|@mantine\/|@tabler\/|@tanstack\/|electron$|node$|react$|react-dom$|recharts$|zustand$)/;

const namesSchema = z.record(z.string(), z.string());
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dependencies: namesSchema.optional(),
      devDependencies: namesSchema.optional(),
    }),
  ),
});

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Direct packages that are shipped, by name. */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(lockFile, 'utf8')));
  const own = packages[''];
  const names = [
    ...Object.keys(own?.dependencies ?? {}),
    ...Object.keys(own?.devDependencies ?? {}).filter((name) => built.test(name)),
  ];
  return names.sort().map((name) => {
    const { version = '', license = 'not named' } = packages[`node_modules/${name}`] ?? {};
    return { name, version, licence: license };
  });
}

if (import.meta.main) {
  writeFileSync(target, `${JSON.stringify(shippedPackages(), null, 2)}\n`);
}
