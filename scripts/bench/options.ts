import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../engine/platform/version.ts';

/** A command of the benchmark. */
export interface BenchCommand {
  /** NAME in `npm run bench:NAME`. */
  readonly name: 'generator' | 'stacks';
  /** Choices of `--only`. */
  readonly noun: 'section' | 'stack';
  readonly all: readonly string[];
}

export interface BenchOptions {
  /** Fewer and shorter rounds: to check that everything works, not for results. */
  readonly quick: boolean;
  /** Sections or stacks; empty for all. */
  readonly only: readonly string[];
  /** Null for the default number. */
  readonly rounds: number | null;
  /** Whether the tables are also written into the page. */
  readonly write: boolean;
  /** File for the results as JSON. */
  readonly out: string;
}

const outOf = ({ name }: BenchCommand) => join('dist', 'bench', `${name}.json`);

export const usage = (command: BenchCommand) => `npm run bench:${command.name} -- [options]

  --quick       fewer and shorter rounds
  --only LIST   ${command.noun}s, separated by commas: ${command.all.join(', ')}
  --rounds N    as many rounds
  --write       put the tables into docs/performance.md
  --out FILE    write the figures as JSON there (default ${outOf(command)})

Other generators are looked for in the folder that WIREBENCH_BENCH_TOOLS names, and on PATH.
`;

/** Reads the command line. @throws Error with the mistake. */
export function readOptions(args: readonly string[], command: BenchCommand): BenchOptions {
  const { noun, all } = command;
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: join(packageRoot(), outOf(command)) },
    },
  });
  const only = values.only.split(',').filter((id) => id !== '');
  const unknown = only.filter((id) => !all.includes(id));
  if (unknown.length > 0) {
    throw new Error(`There is no ${noun} ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  }
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) {
    throw new Error(`--rounds ${values.rounds}: expected a whole number from 1.`);
  }
  return { quick: values.quick, only, rounds, write: values.write, out: values.out };
}
