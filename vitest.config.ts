import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Tests start many processes from sources. Node keeps what it has made of those here, so that each
 * file is stripped of its types and compiled once, not once for each process: half of their work.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compiled', import.meta.url));

const rooms = '{contracts,protocols,engine,workers,services,electron,renderer,scripts,bin}';

/** Files whose subject is time itself: each has the machine to itself, since others would take its cores. */
const timing = [
  'accuracy',
  'accuracy-network',
  'accuracy-percentiles',
  'open-load',
  'run-honesty',
].map((name) => `tests/integration/${name}.test.ts`);
const responseTimes = ['tests/e2e/responsiveness.test.ts'];

/** No test may depend on how soon the machine does something: these bounds only end what hangs. */
const patient = { expect: { poll: { timeout: 60_000, interval: 100 } } };

/**
 * Three suites. Most files of the integration and end-to-end suites wait for processes more than they
 * work, and run two at a time; those about time itself (`timing`, `response-times`) run after them, one
 * by one.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${rooms}/**/*.test.{ts,tsx}`],
          environment: 'node',
          testTimeout: 120_000,
          ...patient,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: timing,
          environment: 'node',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...patient,
        },
      },
      {
        test: {
          name: 'timing',
          include: timing,
          environment: 'node',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          // What else the machine does can spoil an attempt at measuring time.
          retry: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...patient,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: responseTimes,
          environment: 'node',
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          ...patient,
        },
      },
      {
        test: {
          name: 'response-times',
          include: responseTimes,
          environment: 'node',
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          retry: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          ...patient,
        },
      },
    ],
  },
});
