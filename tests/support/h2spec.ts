import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programOf } from '../../scripts/support/foreign-clients.ts';
import { makeFolder } from './folder.ts';

/** The server under test. */
export interface Asked {
  readonly port: number;
  readonly tls: boolean;
}

/** Cases by section and title, with the observed behaviour if it breaks the specification, or null. */
export type Verdicts = ReadonlyMap<string, string | null>;

/** Opens one stream more than a server allows, which keeps a server busy that allows many: it needs a separate one. */
export const flood = 'http2/5.1.2';
/** The section around it, case by case. */
const streamStates = Array.from({ length: 13 }, (_, index) => `http2/5.1/${index + 1}`);

/** All sections, in groups that need a separate server. */
export const sectionGroups: readonly (readonly string[])[] = [
  [
    ...['generic', 'hpack', 'http2/3', 'http2/4', ...streamStates, 'http2/5.1.1'],
    ...['http2/5.3', 'http2/5.4', 'http2/5.5', 'http2/6', 'http2/7', 'http2/8'],
  ],
  [flood],
];

/** The sections to name to repeat a case. */
export function sectionsOf(name: string): readonly string[] {
  const [section = ''] = name.split(' ', 1);
  return section === 'http2/5.1' ? streamStates : [section];
}

/** @returns its output on both streams. */
async function run(words: readonly string[]): Promise<string> {
  const program = programOf('h2spec');
  if (program === null) throw new Error('h2spec is not on this machine');
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  await once(child, 'close');
  return text;
}

/** Number of cases. */
export async function countCases(): Promise<number> {
  const text = await run(['--dryrun', '--port', '1']);
  return text.match(/^ +\d+: /gm)?.length ?? 0;
}

/** @param seconds that h2spec waits for each reaction of a server. */
export async function askH2spec(
  { port, tls }: Asked,
  sections: readonly string[],
  seconds: number,
): Promise<Verdicts> {
  const folder = makeFolder();
  try {
    const report = join(folder, 'report.xml');
    const said = await run([
      ...sections,
      ...['--port', String(port), '--timeout', String(seconds), '--junit-report', report],
      ...(tls ? ['--tls', '--insecure'] : []),
    ]);
    if (!existsSync(report)) throw new Error(`h2spec wrote no report: ${said.slice(-2000)}`);
    return readReport(await readFile(report, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const testCase = /<testcase package="([^"]*)" classname="([^"]*)"[^>]*>([\s\S]*?)<\/testcase>/g;

function readReport(xml: string): Verdicts {
  return new Map(
    [...xml.matchAll(testCase)].map(([, section, title, inside = '']) => {
      const seen = /<(?:failure|error)>([\s\S]*?)<\/(?:failure|error)>/.exec(inside)?.[1];
      return [`${section} ${title}`, seen === undefined ? null : seen.replaceAll(/\s+/g, ' ')];
    }),
  );
}
