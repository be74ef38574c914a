import { expect, it } from 'vitest';
import { makeHead } from '../../tests/support/records.ts';
import { canAddTls, isRefinable } from './nextSteps.ts';

const base = 'wirebench: 1\nname: A\n';

it.each([
  ['completed', 'repetitions: decided', true],
  ['stopped', 'repetitions: {until: decided, within: 10s}', true],
  ['failed', 'repetitions: decided', false],
  ['completed', 'repetitions: 3', false],
  ['completed', '', false],
] as const)('a run that is %s with “%s” can go on: %s', (status, line, expected) => {
  expect(isRefinable(makeHead({ status, experiment: base + line }))).toBe(expected);
});

it.each([
  ['factors: {protocol: rest}', true],
  ['target: bundled', true],
  ['factors: {tls: [off, on]}', false],
  ['target: {rest: "http://a"}', false],
  ['target: {on: b}', false],
  ['service: {}', false],
])('TLS is offered for “%s”: %s', (line, expected) => {
  expect(canAddTls(makeHead({ experiment: base + line }))).toBe(expected);
});
