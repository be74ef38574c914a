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

describe('docs/command-line.md', () => {
  const commands = leaves(createProgram(() => undefined));

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
  const commands = leaves(createProgram(() => undefined));

  it.each(commands.map((command) => [command.name(), command] as const))(
    'writes no default as JSON: %s',
    (_name, command) => {
      expect(command.helpInformation()).not.toMatch(/default:\s+[[{]/);
    },
  );
});
