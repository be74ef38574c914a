import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../engine/platform/version.ts';

/** What of the benchmark a command runs. */
export interface BenchCommand {
  /** As in `npm run bench:NAME`. */
  readonly name: 'generator' | 'stacks';
  /** What `--only` chooses from. */
  readonly noun: 'section' | 'stack';
  readonly all: readonly string[];
}

export interface BenchOptions {
  /** Fewer and shorter rounds: to see that everything works, not for figures to report. */
  readonly quick: boolean;
  /** Sections or stacks; empty for all. */
  readonly only: readonly string[];
  /** Null for as many as is usual. */
  readonly rounds: number | null;
  /** Whether the tables go into the page too. */
  readonly write: boolean;
  /** Where the figures go as JSON. */
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

/** Reads the command line. @throws Error that says what is wrong with it. */
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
    throw new Error(`--rounds ${values.rounds}: it has to be a whole number from 1.`);
  }
  return { quick: values.quick, only, rounds, write: values.write, out: values.out };
}
