import { expect, it } from 'vitest';
import { readExperiment } from '../read.ts';
import { designRules } from './design.ts';

const machine = { cores: 8, memoryBytes: 1e9, platform: 'linux' } as const;

/** What the rules about the design say of an experiment: each sentence, or its fix. */
function advice(text: string) {
  const read = readExperiment(`wirebench: 1\nname: A\n${text}\n`);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return designRules
    .flatMap((rule) => rule(read.experiment, machine))
    .map((one) => JSON.stringify(one));
}
const closed = 'load: {model: closed, duration: 10s}';
const two = `factors: {protocol: [rest, grpc], users: 10}\n${closed}`;
const repeated = 'repetitions: 3\norder: interleaved';

it.each([
  [`${two}\n${repeated}`, ['Every cell has 10 users', 'Compare at 3, 10, 40', '[3,10,40]']],
  [
    `${two.replace('10}', '1}')}\n${repeated}`,
    ['Every cell has 1 user,', 'Compare at 1, 4"', '[1,4]'],
  ],
  [`${two.replace('10}', '2}')}\n${repeated}`, ['Compare at 1, 2, 8"']],
  [
    `factors: {protocol: [rest, grpc], rate: 40}\nload: {model: open, duration: 10s}\n${repeated}`,
    ['the same rate of 40', '[10,40,160]'],
  ],
])('one level of load has advice: %s', (text, parts) => {
  const [first = '', ...others] = advice(text);
  for (const part of parts) expect(first).toContain(part);
  expect(others).toEqual([]);
});

it.each([
  [`factors: {protocol: [rest, grpc], users: [1, 10]}\n${closed}\n${repeated}`, []],
  [`factors: {protocol: rest, users: 10}\n${closed}\n${repeated}`, ['there is a single cell']],
  [`factors: {protocol: rest, users: [1, 10]}\n${closed}\nrepetitions: 1`, ['Each cell runs once']],
  [`factors: {protocol: rest, users: [1, 10]}\n${closed}\nrepetitions: 2\norder: random`, []],
  [
    `factors: {protocol: rest, users: [1, 10]}\n${closed}\nrepetitions: 2\norder: listed`,
    ['All repetitions of a cell run in a row'],
  ],
  [
    `factors: {protocol: rest, users: [1, 10]}\n${closed}\nrepetitions: 1\norder: listed`,
    ['runs once'],
  ],
  [
    `factors: {protocol: rest, users: [1, 10]}\n${closed}\n${repeated}\nthresholds: ["dropped < 1%", "p99 < 5ms"]`,
    ['\\"dropped < 1%\\" is always met: users wait'],
  ],
])('the design of %s has advice %j', (text, parts) => {
  const said = advice(text);
  expect(said).toHaveLength(parts.length);
  for (const [index, part] of parts.entries()) expect(said[index]).toContain(part);
});
