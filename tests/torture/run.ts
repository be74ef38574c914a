import './surroundings.ts';

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../contracts/errors.ts';
import { packageRoot } from '../../engine/platform/version.ts';
import { describeMachine } from '../../scripts/bench/report.ts';
import { replaceSection } from '../../scripts/bench/support/markdown.ts';
import { isGivenUpLaunch } from '../support/given-up-launch.ts';
import { endSoon, endStarted, markStarted } from './ending.ts';
import type { KindReport } from './kind.ts';
import { kinds, secondsOf } from './kinds.ts';
import { defaultMinutes, readOptions, type TortureOptions, usage } from './options.ts';
import { countsTable, expectations, furtherTables, remarks } from './table.ts';
import { findPlants, takeTurn } from './take-turn.ts';

const page = join(packageRoot(), 'docs', 'reliability.md');
const say = (text: string) => process.stdout.write(`${text}\n`);

function chosen({ only, night }: TortureOptions) {
  return kinds.filter(({ name, onlyAtNight }) =>
    only.length > 0 ? only.includes(name) : night || !onlyAtNight,
  );
}

/** Slow kinds have their own section in the page, which stays when the others are counted again. */
const sectionOf =
  ({ only }: TortureOptions) =>
  ({ kind }: KindReport) => {
    const one = kinds.find(({ name }) => name === kind);
    const isAlone = only.length === 1 && only[0] === kind;
    return one?.onlyAtNight || (one?.hasOwnSection && isAlone) ? kind : 'torture';
  };

function describeReports(
  reports: readonly KindReport[],
  machine: string,
  options: TortureOptions,
): string {
  const minutes = reports.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const about = `${machine} ${Math.round(minutes)} min, seed ${options.seed}.`;
  const isWhole =
    options.minutes === defaultMinutes && options.only.length === 0 && options.tries === null;
  const reached = isWhole ? expectations(reports) : '';
  return [about, countsTable(reports), reached, furtherTables(reports), remarks(reports)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** @returns whether every promise was kept. */
async function torture(options: TortureOptions): Promise<boolean> {
  const wanted = chosen(options);
  const started = new Date();
  const reports: KindReport[] = [];
  for (const kind of wanted) {
    const seconds = secondsOf(kind, options.minutes, wanted);
    say(`${kind.name}: ${Math.round(seconds)} s`);
    const { seed, tries: most } = options;
    reports.push(await takeTurn(kind, { seed, seconds, ...(most === null ? {} : { most }) }));
  }
  const sections = Map.groupBy(reports, sectionOf(options));
  const texts = [...sections].map(([section, ofIt]) => ({
    section,
    text: describeReports(ofIt, describeMachine(started), options),
  }));
  for (const { text } of texts) say(`\n${text}`);
  if (options.json !== null) {
    const { seed, minutes } = options;
    const document = { startedAt: started.toISOString(), seed, minutes, reports };
    writeFileSync(options.json, `${JSON.stringify(document, null, 2)}\n`);
  }
  if (options.write) {
    const written = texts.reduce(
      (all, { section, text }) => replaceSection(all, section, text),
      readFileSync(page, 'utf8'),
    );
    writeFileSync(page, written);
  }
  return reports.every(({ breaches }) => breaches.length === 0);
}

/** @returns whether every planted fault was found. */
async function plantFaults(name: string, { seed, minutes }: TortureOptions): Promise<boolean> {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) return false;
  const found = await findPlants(kind, { seed, seconds: minutes * 60, most: kind.few });
  for (const one of found) say(`${one.found ? 'found    ' : 'NOT FOUND'}  ${one.plant}`);
  return found.every((one) => one.found);
}

/** An unhandled rejection is reported, and the remaining kinds are still tried. */
let strays = 0;
process.on('unhandledRejection', (error) => {
  if (isGivenUpLaunch(error)) return;
  strays += 1;
  process.stderr.write(`unhandled rejection: ${messageOf(error)}\n`);
});

const names = kinds.map(({ name }) => name);
markStarted();
try {
  const options = readOptions(process.argv.slice(2), names);
  const { plant } = options;
  const isWell = await (plant === null ? torture(options) : plantFaults(plant, options));
  process.exitCode = isWell && strays === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${usage(names)}`);
  process.exitCode = 2;
}
const leftover = await endStarted();
for (const one of leftover) process.stderr.write(`left running by torture itself: ${one}\n`);
if (leftover.length > 0) process.exitCode ||= 1;
endSoon((text) => process.stderr.write(`${text}\n`));
