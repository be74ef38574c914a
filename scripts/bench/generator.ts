import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../engine/platform/version.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { autocannon } from './peers/autocannon.ts';
import { ghz } from './peers/ghz.ts';
import { h2load } from './peers/h2load.ts';
import { k6 } from './peers/k6.ts';
import { oha } from './peers/oha.ts';
import { wrk } from './peers/wrk.ts';
import { describeMachine, describeSection, describeTools } from './report.ts';
import { flowsSection } from './sections/flows.ts';
import { grpcSection, restSection, streamsSection, tlsSection } from './sections/generators.ts';
import { measuringSection } from './sections/measuring.ts';
import { openSection } from './sections/open.ts';
import { scaleSection } from './sections/scale.ts';
import type { Bench, Section, SectionReport } from './sections/section.ts';
import { taxSection } from './sections/tax.ts';
import { valuesSection } from './sections/values.ts';
import { workersSection } from './sections/workers.ts';
import { benchCores } from './support/cores.ts';
import { replaceSection } from './support/markdown.ts';
import { openWorkspace } from './support/workspace.ts';

/**
 * Measures Wirebench's load generator against others, on this machine: `npm run bench:generator`.
 * Method and figures are in docs/performance.md.
 */
const sections: readonly Section[] = [
  restSection,
  tlsSection,
  grpcSection,
  streamsSection,
  taxSection,
  valuesSection,
  flowsSection,
  workersSection,
  measuringSection,
  scaleSection,
  openSection,
];
const peers = [wrk, h2load, autocannon, oha, k6, ghz];
const page = join(packageRoot(), 'docs', 'performance.md');
const say = (text: string) => process.stderr.write(`${text}\n`);

const lengths = {
  full: { rounds: 5, seconds: 3, warmUp: 1, longSeconds: 60 },
  quick: { rounds: 1, seconds: 1, warmUp: 1, longSeconds: 10 },
};

interface Finished {
  readonly section: Section;
  readonly report: SectionReport;
  readonly text: string;
}

/** One section that cannot be measured, for want of nginx say, does not cost the others. */
async function attempt(section: Section, bench: Bench): Promise<SectionReport | null> {
  try {
    return await section.run(bench);
  } catch (error) {
    say(`  not measured: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return null;
  }
}

async function runSections(options: BenchOptions): Promise<Finished[]> {
  const files = await openWorkspace();
  const bench: Bench = {
    ...(options.quick ? lengths.quick : lengths.full),
    cores: benchCores(),
    files,
    say,
  };
  const machine = describeMachine(new Date());
  const chosen = sections.filter(
    ({ id }) => options.only.length === 0 || options.only.includes(id),
  );
  const finished: Finished[] = [];
  try {
    for (const section of chosen) {
      say(section.title);
      const report = await attempt(section, bench);
      if (!report) continue;
      const text = describeSection(report, machine);
      finished.push({ section, report, text });
      process.stdout.write(`## ${section.title}\n\n${text}\n\n`);
    }
  } finally {
    await files.remove();
  }
  return finished;
}

async function writeFigures(file: string, finished: readonly Finished[]): Promise<void> {
  const figures = finished.map(({ section, report }) => {
    const { bars, data } = report;
    return { id: section.id, title: section.title, bars, data };
  });
  const document = { at: new Date().toISOString(), tools: describeTools(peers), sections: figures };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
}

async function writePage(finished: readonly Finished[]): Promise<void> {
  const before = await readFile(page, 'utf8');
  // The tables that are left as they are were measured with the tools of then.
  const isAll = finished.length === sections.length;
  const tools = isAll ? replaceSection(before, 'tools', describeTools(peers)) : before;
  const after = finished.reduce(
    (text, each) => replaceSection(text, each.section.id, each.text),
    tools,
  );
  await writeFile(page, after);
}

const ids = sections.map(({ id }) => id);
if (process.argv.includes('--help')) process.stdout.write(usage(ids));
else {
  const options = readOptions(process.argv.slice(2), ids);
  const finished = await runSections(options);
  await writeFigures(options.out, finished);
  if (options.write) await writePage(finished);
  const missed = finished.flatMap(({ report }) => report.bars).filter(({ met }) => met === false);
  say(missed.length === 0 ? 'Every bar that was measured is met.' : `Missed: ${missed.length}`);
}
