import { expect, it } from 'vitest';
import { serverExperiment } from '../../../tests/support/own-servers.ts';
import { experimentOf } from '../../../tests/support/read-experiment.ts';
import { startedCommands } from './commands.ts';

const commands = (target: string, folder = '/a/folder', factors = '') =>
  startedCommands(experimentOf(serverExperiment(target, { factors })), folder);
const keyOf = (target: string, folder?: string) => commands(target, folder)[0]?.key;

it('the commands that an experiment starts are shown as typed in a shell, with their folder and environment', () => {
  const target = `{start: {command: [./run, "two words", "it's", "{{port}}"], folder: build, env: {TOKEN: "\${TOKEN}"}}}`;
  expect(commands(target)).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      command: `./run 'two words' 'it'\\''s' {{port}}`,
      folder: '/a/folder/build',
      env: [`TOKEN=\${TOKEN}`],
    },
  ]);
});

it('the commands that an experiment starts have a key that depends on everything that determines what is started', () => {
  const keys = [
    keyOf('{start: {command: ./run a b}}'),
    keyOf('{start: {command: ./run "a b"}}'),
    keyOf('{start: {command: ./run a b}}', '/elsewhere'),
    keyOf('{start: {command: ./run a b, folder: bin}}'),
    keyOf('{start: {command: ./run a b, env: {PATH: /tmp}}}'),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf('{start: {command: [./run, a, b], grace: 1s}}')).toBe(keys[0]);
});

it('the commands that an experiment starts are those of the measured servers, each once', () => {
  const servers =
    '{servers: {a: {start: {command: ./a}}, b: {start: {command: ./b}}, c: {start: {command: ./a, grace: 1s}}}}';
  const shown = commands(servers, '/a/folder', ', server: [a, c]').map(({ command }) => command);
  expect(shown).toEqual(['./a']);
});
