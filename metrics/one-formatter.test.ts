import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms =
  '{contracts,workloads,protocols,engine,workers,services,electron,renderer,scripts}/**/*.{ts,tsx}';

/** Code that formats numbers and dates without `format.ts`. */
const other =
  /\.toFixed\(|\bIntl\.\w+Format\b|\.toLocale\w*String\(|\.toExponential\(|\b[KMGT]iB\b/;

/** Files that format numbers themselves, and the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'contracts/experiment/factors.ts': 'contracts import no other room',
  'engine/published/': 'prints what studies printed, digit for digit',
  'engine/report/hgrm.ts': 'writes the format of HdrHistogram',
  'engine/stats/saturation.ts': 'arithmetic, which imports nothing, gives its reason in words',
  'renderer/charts/drawPicture.tsx': 'coordinates of a picture',
  'renderer/charts/EcdfChart.tsx': 'coordinates of a picture',
  'renderer/views/Compare/ComparedCurves.tsx': 'rounds a value and writes none',
  'scripts/bench/': 'prints measurements with aligned decimals',
};
const isException = (path: string) => Object.keys(exceptions).some((one) => path.startsWith(one));

it('writes numbers, bytes, lengths of time and dates in one way', () => {
  const files = globSync(rooms, { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(500);
  const strays = files.filter((path) => other.test(readFileSync(`${root}${path}`, 'utf8')));
  expect(strays.filter((path) => !isException(path))).toEqual([]);
  const unused = Object.keys(exceptions).filter(
    (one) => !strays.some((path) => path.startsWith(one)),
  );
  expect(unused).toEqual([]);
});

/** Code that counts and lists without `format.ts`: `${n} ${n === 1 ? …`, and all but the last word, joined. */
const byHand =
  /\$\{(?:\w+\()?([\w.]+)[^{}]*\} \$\{\1 === 1 \?|\.slice\(0, -1\)\.join\(', '\)\} and/;

it('counts things and lists words in one way wherever metrics/ can be imported', () => {
  const asking = globSync('{workloads,engine,renderer}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|^engine\/(?:stats|store|custom)\//.test(path),
  );
  const found = asking.filter((path) => byHand.test(readFileSync(`${root}${path}`, 'utf8')));
  // Verbs, not nouns.
  expect(found.toSorted()).toEqual([
    'engine/cli/campaign/study-page.ts',
    'renderer/data/compareHeadline.ts',
  ]);
});
