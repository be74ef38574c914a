import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { helpPagesPlugin } from './scripts/support/help-pages.ts';
import { sourceFolders } from './scripts/support/source-folders.ts';
import { isGivenUpLaunch } from './tests/support/given-up-launch.ts';
import { measureSlowness } from './tests/support/slowness.ts';

/**
 * Tests start many processes from sources. Node keeps what it has made of those here, so that each
 * file is stripped of its types and compiled once, not once for each process: half of their work.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compiled', import.meta.url));

/** Before `timeouts.ts` is loaded, here and in the workers of Vitest. */
process.env.WIREBENCH_TEST_SLOWNESS ??= (await measureSlowness()).toFixed(2);
const { testTimeoutMs, waitMs } = await import('./tests/support/timeouts.ts');

/** Where `npm run test:stacks` builds the services in other languages. */
const builtStacks =
  process.env.WIREBENCH_STACKS ?? fileURLToPath(new URL('.cache/stacks', import.meta.url));

/** Tests of the whole start what ships: the built tree, made anew where it is older than the sources. */
const ofTheWhole = {
  environment: 'node',
  env: { WIREBENCH_BUILT: '1' },
  globalSetup: 'scripts/support/builds.mjs',
} as const;

/**
 * Files of tests of the whole that run at once, of both suites: about half of their time they wait for a
 * process to start, a condition or a set time. More only need more memory.
 */
const atOnce = Math.max(3, Math.min(8, 2 * availableParallelism()));

/** The window in a DOM without a browser, next to its sources. */
const views = 'renderer/**/*.view.test.tsx';

/** What all suites share. No test may depend on the speed of the machine: these limits only end what hangs. */
const steadfast = {
  setupFiles: 'tests/support/same-cases.ts',
  testTimeout: testTimeoutMs,
  hookTimeout: testTimeoutMs,
  expect: { poll: { timeout: waitMs, interval: 100 } },
};

/**
 * Files that take longest, by the CPU time that they take: they begin first, so that none is left over when all others
 * are done. Windows, which compute, take turns with runs, which wait as well.
 */
const longest = [
  ...[
    'views-of-stores',
    'views-of-runs',
    '/conform',
    '/files',
    '/machines',
    'result',
    'run-models',
  ],
  ...['/run.test', 'reports', 'secrets', 'experiment-view', 'campaign', 'run-view', 'history'],
  ...['cli-run', 'run-plan', '/calibration', 'kills-plants', 'machines-plants', 'torture/others'],
  ...['torture/kills', 'experiment/read.test', 'stats/two-way', 'stats/bootstrap', 'workers/trial'],
];

const placeOf = (moduleId: string) => {
  const place = longest.findIndex((name) => moduleId.includes(name));
  return place === -1 ? longest.length : place;
};

type Files = Parameters<BaseSequencer['sort']>[0];

/** Files of all projects in turns, each project's spread evenly and in its own order: Vitest has one after the other. */
function takingTurns(files: Files): Files {
  const projects = Map.groupBy(files, ({ project }) => project.name);
  return [...projects.values()]
    .flatMap((own) => own.map((file, index) => ({ file, place: (index + 0.5) / own.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file);
}

class LongestFirst extends BaseSequencer {
  override async sort(files: Files) {
    const sorted = takingTurns(await super.sort(files));
    return sorted.toSorted((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId));
  }
}

/** A project of tests of the whole, which runs so many files at once. */
const whole = (name: string, include: string, groupOrder: number, maxWorkers: number) => ({
  test: {
    name,
    include: [include],
    ...ofTheWhole,
    maxWorkers,
    sequence: { groupOrder },
    ...steadfast,
  },
});

/**
 * `npm test` runs unit, integration and e2e; `npm run test:all` also what is in their folders `full`, `timing` and
 * `torture`, and the stacks. Files run beside each other, those about time itself one by one after them.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // How soon a thread or process of tests ends is no test either.
    teardownTimeout: 60_000,
    // The next start may go well, and tells of its own failure.
    onUnhandledError: (error) => !isGivenUpLaunch(error),
    projects: [
      {
        test: {
          name: 'unit',
          include: [...sourceFolders, 'tests/torture'].map(
            (folder) => `${folder}/**/*.test.{ts,tsx}`,
          ),
          exclude: [views],
          environment: 'node',
          // Each thread loads a module once for all files, which is half of the work. So no file may
          // leave a module changed: no `vi.mock`.
          pool: 'threads',
          isolate: false,
          // Vitest itself leaves a core to whoever watches.
          maxWorkers: availableParallelism(),
          ...steadfast,
        },
      },
      {
        plugins: [helpPagesPlugin(new URL('docs/', import.meta.url))],
        test: {
          name: 'views',
          include: [views],
          environment: './tests/support/dom/environment.ts',
          pool: 'threads',
          isolate: false,
          maxWorkers: availableParallelism(),
          ...steadfast,
        },
      },
      whole('integration', 'tests/integration/*.test.ts', 1, atOnce),
      whole('e2e', 'tests/e2e/*.test.ts', 1, atOnce),
      whole('integration-full', 'tests/integration/full/*.test.ts', 1, atOnce),
      whole('e2e-full', 'tests/e2e/full/*.test.ts', 1, atOnce),
      {
        test: {
          name: 'timing',
          include: ['tests/integration/timing/*.test.ts'],
          ...ofTheWhole,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          // What else the machine does can spoil an attempt at measuring time.
          retry: 2,
          ...steadfast,
        },
      },
      // Kills, disks and machines wait for most of their time.
      whole('torture', 'tests/integration/torture/*.test.ts', 3, 4),
      {
        test: {
          name: 'stacks',
          include: ['tests/stacks/**/*.test.ts'],
          ...ofTheWhole,
          env: { ...ofTheWhole.env, WIREBENCH_STACKS: builtStacks },
          sequence: { groupOrder: 4 },
          ...steadfast,
        },
      },
    ],
  },
});
