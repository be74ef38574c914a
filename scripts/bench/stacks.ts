import { stackSchema, stacks } from '../../contracts/stacks.ts';
import { readOptions, usage } from './options.ts';
import { h2load } from './peers/h2load.ts';
import { wrk } from './peers/wrk.ts';
import { describeTools } from './report.ts';
import { runSections, writeFigures, writePage } from './run-sections.ts';
import { stacksSection } from './stacks/section.ts';

/**
 * Measures the services of all stacks on one core each, with Wirebench and with wrk or h2load:
 * `npm run bench:stacks`. Method and results are in docs/performance.md.
 */
const lengths = {
  full: { rounds: 4, seconds: 2, warmUp: 1, longSeconds: 25 },
  quick: { rounds: 1, seconds: 1, warmUp: 1, longSeconds: 6 },
};

const command = { name: 'stacks', noun: 'stack', all: stacks } as const;
if (process.argv.includes('--help')) process.stdout.write(usage(command));
else {
  const { quick, only, rounds, write, out } = readOptions(process.argv.slice(2), command);
  const chosen = only.length > 0 ? only.map((name) => stackSchema.parse(name)) : stacks;
  if (write && only.length > 0)
    throw new Error('--write replaces the whole table: leave out --only.');
  const wanted = quick ? lengths.quick : lengths.full;
  const section = stacksSection(chosen);
  const finished = await runSections([section], { ...wanted, rounds: rounds ?? wanted.rounds });
  await writeFigures(out, describeTools([wrk, h2load]), finished);
  if (write) {
    await writePage(Object.fromEntries(finished.map(({ text }) => [section.id, text])));
  }
}
