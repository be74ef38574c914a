import { expect, it } from 'vitest';
import { readExperiment } from './read.ts';

const minimal = { wirebench: '1', name: 'Test', load: '{model: closed, requests: 1}' };

/** The problems of a file with these factors and further lines, each as its path and message. */
function problems(factors: string, more: Record<string, string> = {}): string[] {
  const lines = { ...minimal, factors: `{${factors}}`, ...more };
  const text = Object.entries(lines).map(([key, value]) => `${key}: ${value}\n`);
  const read = readExperiment(text.join(''));
  return read.ok ? [] : read.problems.map(({ path, message }) => `${path}: ${message}`);
}

const rest = 'protocol: rest, users: 1';

it.each([
  ['shape: smal', 'shape', /^expected small, typical, .*got "smal"; did you mean "small"\?$/],
  ['shape: [large, smal]', 'shape[1]', /^expected small, .*got "smal"; did you mean "small"\?$/],
  ['shape: []', 'shape', /^expected at least one level$/],
  ['shape:', 'shape', /^expected a shape, got nothing$/],
  ['connections: z', 'connections', /^expected per-user, .* per protocol, .*, got "z"$/],
  ['connections: [per-user, z]', 'connections[1]', /^expected per-user, .*, got "z"$/],
  ['connections: {shared: 0}', 'connections.shared', /^expected a number .* at least 1, got 0$/],
  ['resumption: z', 'resumption', /^expected off, on, or one of them per protocol, .*, got "z"$/],
  ['text: z', 'text', /^expected ascii, escaped, multibyte, or .* per protocol, .*, got "z"$/],
  ['tls: [on, of]', 'tls[1]', /^expected one of off, on, .*got "of"; did you mean "off"\?$/],
  ['network: z', 'network', /^expected none, or ROUNDTRIP.*, got "z"$/],
  ['server: z', 'server', /^expected a name of target\.servers: none, .*, got "z"$/],
])('says what the level %s must be', (level, path, words) => {
  const [problem = '', ...others] = problems(`${rest}, ${level}`);
  expect(others).toEqual([]);
  const prefix = `factors.${path}: `;
  expect(problem.slice(0, prefix.length)).toBe(prefix);
  expect(problem.slice(prefix.length)).toMatch(words);
});

it.each<[Record<string, string>, string]>([
  [{ name: '2024' }, 'name: expected a name, got 2024: put it in quotes to make it text'],
  [{ seed: '"5"' }, ': remove the quotes'],
  [{ load: '{model: closd, requests: 1}' }, 'did you mean "closed"'],
  [{ load: '{modle: closed, requests: 1}' }, 'unknown key "modle"; did you mean "model"?'],
  [{ thresholds: '[p99]' }, 'thresholds[0]: expected METRIC OPERATOR VALUE'],
  [
    { load: '{model: closed, requests: 1, rate: 5}' },
    'unknown key "rate"; did you mean factors.rate?',
  ],
  [
    { load: '{model: closed, requests: 1, hold: 5s}' },
    'hold belongs to steps load; this one is closed',
  ],
])('says what is wrong with %j', (more, words) => {
  const found = problems(rest, more);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(words);
});
