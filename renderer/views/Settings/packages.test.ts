import { expect, it } from 'vitest';
import { shippedPackages } from '../../../scripts/shipped-packages.ts';
import packages from './packages.json' with { type: 'json' };

it('the list of packages is that of package-lock.json: run "node scripts/shipped-packages.ts" to renew it', () => {
  expect(packages).toEqual(shippedPackages());
});

it('the list of packages names a licence for each', () => {
  for (const { licence } of packages) expect(licence).toMatch(/MIT|ISC|BSD|Apache|OFL/);
});
