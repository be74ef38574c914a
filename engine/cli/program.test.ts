import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { reportFigureTypeSchema } from '../../contracts/report.ts';
import { packageRoot } from '../platform/version.ts';
import { createProgram } from './program.ts';

const page = readFileSync(join(packageRoot(), 'docs', 'command-line.md'), 'utf8');

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

const commands = leaves(await createProgram(() => undefined));

describe('docs/command-line.md', () => {
  it.each(commands.map((command) => command.name()))('has %s with all its options', (name) => {
    const command = commands.find((candidate) => candidate.name() === name);
    expect(page).toMatch(new RegExp(`wirebench (services |stacks )?${name}\\b`));
    for (const option of command?.options ?? []) expect(page).toContain(option.long);
  });

  it('names every figure of a report', () => {
    for (const type of reportFigureTypeSchema.options) expect(page).toContain(`\`${type}\``);
  });

  it('names every exit code', () => {
    for (const code of [0, 1, 2, 3, 130]) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
  });
});

describe('the help of a command', () => {
  it.each(commands.map((command) => [command.name(), command] as const))(
    'writes no default as JSON: %s',
    (_name, command) => {
      expect(command.helpInformation()).not.toMatch(/default:\s+[[{]/);
    },
  );
});

describe('the command line of some arguments', () => {
  const named = async (...args: string[]) =>
    (await createProgram(() => undefined, args)).commands.map((command) => command.name());

  it.each(commands.map((command) => (command.parent?.parent ? command.parent : command).name()))(
    'has only the command that they name: %s',
    async (name) => {
      expect(await named(name, '--help')).toEqual([name]);
    },
  );

  it('has none for the version, and all for anything else', async () => {
    expect(await named('--version')).toEqual([]);
    expect(await named('-V', 'run')).toEqual([]);
    const all = await named();
    expect(all).toHaveLength(25);
    for (const args of [['--help'], ['help', 'run'], ['rnu'], ['constructor'], ['--db', 'run']]) {
      expect(await named(...args)).toEqual(all);
    }
  });
});
