import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../engine/platform/version.ts';

export interface BenchOptions {
  /** Fewer and shorter rounds: to see that everything works, not for figures to report. */
  readonly quick: boolean;
  /** Sections to run; empty for all. */
  readonly only: readonly string[];
  /** Whether the tables go into the page too. */
  readonly write: boolean;
  /** Where the figures go as JSON. */
  readonly out: string;
}

export const usage = (sections: readonly string[]) => `npm run bench:generator -- [options]

  --quick       fewer and shorter rounds
  --only LIST   sections, separated by commas: ${sections.join(', ')}
  --write       put the tables into docs/performance.md
  --out FILE    write the figures as JSON there (default dist/bench/generator.json)

Other generators are looked for in the folder that WIREBENCH_BENCH_TOOLS names, and on PATH.
`;

/** Reads the command line. @throws Error that says what is wrong with it. */
export function readOptions(args: readonly string[], sections: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: join(packageRoot(), 'dist', 'bench', 'generator.json') },
    },
  });
  const only = values.only.split(',').filter((id) => id !== '');
  const unknown = only.filter((id) => !sections.includes(id));
  if (unknown.length > 0) {
    throw new Error(`There is no section ${unknown.join(', ')}; there are ${sections.join(', ')}.`);
  }
  return { quick: values.quick, only, write: values.write, out: values.out };
}
