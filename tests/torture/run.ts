import './surroundings.ts';

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../contracts/errors.ts';
import { packageRoot } from '../../engine/platform/version.ts';
import { describeMachine } from '../../scripts/bench/report.ts';
import { replaceSection } from '../../scripts/bench/support/markdown.ts';
import { kinds } from './kinds.ts';
import { readOptions, type TortureOptions, usage, usualMinutes } from './options.ts';
import { countsTable, expectations, remarks } from './table.ts';
import { findPlants, takeTurn } from './take-turn.ts';
import { isBroken, type KindReport } from './tally.ts';

const page = join(packageRoot(), 'docs', 'reliability.md');
const say = (text: string) => process.stdout.write(`${text}\n`);

function chosen({ only, night }: TortureOptions) {
  return kinds.filter(({ name, onlyAtNight }) =>
    only.length > 0 ? only.includes(name) : night || !onlyAtNight,
  );
}

/** @returns whether every promise was kept. */
async function torture(options: TortureOptions): Promise<boolean> {
  const wanted = chosen(options);
  const shares = wanted.reduce((sum, { share }) => sum + share, 0);
  const started = new Date();
  const reports: KindReport[] = [];
  for (const kind of wanted) {
    const seconds = (options.minutes * 60 * kind.share) / shares;
    say(`${kind.name}: ${Math.round(seconds)} s`);
    reports.push(await takeTurn(kind, { seed: options.seed, seconds }));
  }
  const about = `${describeMachine(started)} ${options.minutes} minutes, seed ${options.seed}.`;
  const reached = options.minutes === usualMinutes ? expectations(reports) : '';
  const parts = [about, countsTable(reports), reached, remarks(reports)];
  const text = parts.filter((part) => part !== '').join('\n\n');
  say(`\n${text}`);
  if (options.json !== null) {
    const { seed, minutes } = options;
    const document = { startedAt: started.toISOString(), seed, minutes, reports };
    writeFileSync(options.json, `${JSON.stringify(document, null, 2)}\n`);
  }
  if (options.write) {
    writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), 'torture', text));
  }
  return !reports.some(isBroken);
}

/** @returns whether every planted fault was found. */
async function plantFaults(name: string, { seed, minutes }: TortureOptions): Promise<boolean> {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) return false;
  const found = await findPlants(kind, { seed, seconds: minutes * 60, most: kind.few });
  for (const one of found) say(`${one.found ? 'found    ' : 'NOT FOUND'}  ${one.plant}`);
  return found.every((one) => one.found);
}

try {
  const options = readOptions(
    process.argv.slice(2),
    kinds.map(({ name }) => name),
  );
  const { plant } = options;
  const isWell = await (plant === null ? torture(options) : plantFaults(plant, options));
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${usage(kinds.map(({ name }) => name))}`);
  process.exitCode = 2;
}
