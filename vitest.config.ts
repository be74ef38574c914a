import { defineConfig } from 'vitest/config';

const rooms = '{contracts,engine,workers,services,electron,renderer,scripts,bin}';

/** Files whose subject is time itself: each has the machine to itself, since others would take its cores. */
const timing = ['accuracy', 'accuracy-percentiles', 'calibration', 'open-load', 'run-honesty'].map(
  (name) => `tests/integration/${name}.test.ts`,
);
const responseTimes = ['tests/e2e/responsiveness.test.ts'];

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
          testTimeout: 20_000,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'timing',
          include: timing,
          environment: 'node',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'response-times',
          include: responseTimes,
          environment: 'node',
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
