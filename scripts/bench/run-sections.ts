import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../engine/platform/version.ts';
import { describeMachine, describeSection } from './report.ts';
import type { Bench, Section, SectionReport } from './sections/section.ts';
import { benchCores } from './support/cores.ts';
import { replaceSection } from './support/markdown.ts';
import { openWorkspace } from './support/workspace.ts';

const page = join(packageRoot(), 'docs', 'performance.md');
export const say = (text: string) => process.stderr.write(`${text}\n`);

export interface Finished {
  readonly section: Section;
  readonly report: SectionReport;
  readonly text: string;
}

/** A section that cannot be measured, for example without nginx, does not affect the others. */
async function attempt(section: Section, bench: Bench): Promise<SectionReport | null> {
  try {
    return await section.run(bench);
  } catch (error) {
    say(`  not measured: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return null;
  }
}

/** Runs sections in turn and prints each as it is done. */
export async function runSections(
  sections: readonly Section[],
  lengths: Pick<Bench, 'rounds' | 'seconds' | 'warmUp' | 'longSeconds'>,
): Promise<Finished[]> {
  const files = await openWorkspace();
  const bench: Bench = { ...lengths, cores: benchCores(), files, say };
  const machine = describeMachine(new Date());
  const finished: Finished[] = [];
  try {
    for (const section of sections) {
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

/** Writes all results as JSON. @param tools the other generators, as text. */
export async function writeFigures(
  file: string,
  tools: string,
  finished: readonly Finished[],
): Promise<void> {
  const figures = finished.map(({ section, report }) => {
    const { bars, data } = report;
    return { id: section.id, title: section.title, bars, data };
  });
  const document = { at: new Date().toISOString(), tools, sections: figures };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
}

/** Puts texts between their markers in the page. */
export async function writePage(texts: Readonly<Record<string, string>>): Promise<void> {
  const before = await readFile(page, 'utf8');
  const after = Object.entries(texts).reduce(
    (all, [id, text]) => replaceSection(all, id, text),
    before,
  );
  await writeFile(page, after);
}
