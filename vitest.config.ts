import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { sourceFolders } from './scripts/support/source-folders.ts';
import { isGivenUpLaunch } from './tests/support/given-up-launch.ts';
import { patience } from './tests/support/timeouts.ts';

/**
 * Tests start many processes from sources. Node keeps what it has made of those here, so that each
 * file is stripped of its types and compiled once, not once for each process: half of their work.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compiled', import.meta.url));

/** Where `npm run test:stacks` builds the services in other languages. */
const builtStacks =
  process.env.WIREBENCH_STACKS ?? fileURLToPath(new URL('.cache/stacks', import.meta.url));

/** Files whose subject is time itself: each has the machine to itself, since others would take its cores. */
const timing = [
  'accuracy',
  'accuracy-network',
  'accuracy-percentiles',
  'open-load',
  'run-honesty',
].map((name) => `tests/integration/${name}.test.ts`);

/** Starts so much at once that load beside a window, which gives way to everything else, gets no core for minutes. */
const torture = 'tests/integration/torture/*.test.ts';

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

/** What all suites share. No test may depend on how soon the machine does something: these bounds only end what hangs. */
const steadfast = {
  setupFiles: 'tests/support/same-cases.ts',
  testTimeout: 4 * patience,
  hookTimeout: 4 * patience,
  expect: { poll: { timeout: patience, interval: 100 } },
};

/**
 * Files that take longest, by the CPU time that they take: they begin first, so that none is left over when all others
 * are done. Windows, which compute, take turns with runs, which wait as well.
 */
const longest = [
  ...['e2e/views-of-stores', 'e2e/views-of-runs', 'integration/conform'],
  ...[
    'integration/files',
    'e2e/result-view',
    'integration/run.test',
    'e2e/reports-view',
    'integration/secrets',
  ],
  ...['e2e/experiment-view', 'integration/run-models', 'e2e/run-view', 'integration/campaign'],
  ...['e2e/history-view', 'integration/cli-run', 'integration/run-plan', 'integration/calibration'],
  ...['torture/kills-plants', 'torture/machines-plants', 'torture/others', 'torture/kills'],
  ...['experiment/read.test', 'stats/two-way', 'stats/bootstrap', 'workers/trial.test'],
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

/**
 * Four suites. The files of the integration and end-to-end suites run beside each other; those about time
 * itself (`timing`) run after them, one by one, and then those of `torture`, beside each other.
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
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...timing, torture],
          ...ofTheWhole,
          maxWorkers: atOnce,
          sequence: { groupOrder: 1 },
          ...steadfast,
        },
      },
      {
        test: {
          name: 'timing',
          include: timing,
          ...ofTheWhole,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          // What else the machine does can spoil an attempt at measuring time.
          retry: 2,
          ...steadfast,
        },
      },
      {
        test: {
          name: 'torture',
          include: [torture],
          ...ofTheWhole,
          // Kills, disks and machines wait for most of their time.
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
          ...steadfast,
        },
      },
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
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          ...ofTheWhole,
          maxWorkers: atOnce,
          sequence: { groupOrder: 1 },
          ...steadfast,
        },
      },
    ],
  },
});
