import type { Table } from '../kind.ts';
import { type Block, describeFactor, driftOf, quartersOf, steadyFigures } from './drift.ts';
import { growthPerHour, type Point } from './trend.ts';
import { subjectNames, subjects, type Watched } from './watch.ts';

/** Shares of the time at which memory is stated: for an hour 10, 30 and 60 minutes. */
const stated = [1 / 6, 1 / 2, 1];

const digits = (value: number) => String(Number(value.toPrecision(3)));
/** Whole minutes, if there are any. */
const minutes = (seconds: number) =>
  seconds < 60 ? digits(seconds / 60) : String(Math.round(seconds / 60));
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

function memoryRow(name: string, samples: readonly Point[], endSeconds: number): string[] {
  const at = stated.map((share) => {
    const sample = samples.findLast(({ atSeconds }) => atSeconds <= share * endSeconds);
    return sample ? megabytes(sample.value) : '–';
  });
  const growth = growthPerHour(samples);
  const growthText = growth
    ? `${megabytes(growth.slope)} (${megabytes(growth.low)} to ${megabytes(growth.high)})`
    : '–';
  return [name, ...at, growthText];
}

/** Memory of every subject over time. */
export function memoryTable({ memory, shares, threads }: Watched): Table {
  const endSeconds = shares.at(-1)?.atSeconds ?? 0;
  const after = stated.map((share) => `after ${minutes(share * endSeconds)} min`);
  return {
    about: `Memory in MB. Load workers are threads of the engine (${threads} with those that check answers), so only the heaps of their memory can be distinguished; heaps are those of JavaScript, with the buffers that they reference, and are collected once a minute. The window’s processes share pages, each of which counts once. Growth is measured after the first third of the time, with a 95 % interval that allows for autocorrelated noise.`,
    head: ['memory in MB', ...after, 'growth an hour'],
    rows: subjectNames
      .filter((subject) => memory[subject].length > 0)
      .map((subject) => memoryRow(subjects[subject].name, memory[subject], endSeconds)),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The metrics of a run by quarters of its window, next to the use of the machine. */
export function figuresTable(blocks: readonly Block[]): Table {
  const titles = {
    throughput: 'requests a second',
    p50: 'p50 of a second in ms, median',
    p99: 'p99 of a second in ms, median',
  };
  const figures = steadyFigures.map((figure) => {
    const drift = driftOf(blocks, figure);
    return [
      titles[figure.name],
      ...quartersOf(blocks, (block) => block[figure.name]).map(digits),
      drift ? describeFactor(drift) : '–',
    ];
  });
  const machine = (name: string, of: (block: Block) => number) => [
    name,
    ...quartersOf(blocks, of).map(percent),
    '',
  ];
  return {
    about:
      'Figures by quarters of the window. The change is the factor from its start to its end, with an interval of 95 %, after what goes along with the work of other programs is taken out.',
    head: ['', 'first', 'second', 'third', 'fourth', 'change'],
    rows: [
      ...figures,
      machine('cores’ time that the run took', ({ own }) => own),
      machine('that others took or the host stole', ({ others }) => others),
    ],
  };
}
