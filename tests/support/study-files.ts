import { readdirSync, readFileSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { createProgram } from '../../engine/cli/program.ts';
import { readExperiment } from '../../engine/experiment/read.ts';

const folder = new URL('../../fixtures/experiments/', import.meta.url);

/** A built-in experiment file, with all its texts. */
export interface StudyFile {
  /** Such as `kth-2024/tls-quick`. */
  readonly id: string;
  readonly text: string;
  readonly experiment: Experiment;
  /** Comments and description, with the lines of a sentence joined. */
  readonly said: string;
  readonly description: string;
}

/** @throws RangeError if there is none, or it cannot be read. */
export function studyFile(id: string): StudyFile {
  const text = readFileSync(new URL(`${id}.bench.yaml`, folder), 'utf8');
  const read = readExperiment(text);
  if (!read.ok) throw new RangeError(`${id}: ${JSON.stringify(read.problems)}`);
  const comments = text.split('\n').flatMap((line) => /(?:^|\s)# ?(.*)$/.exec(line)?.[1] ?? []);
  const { description = '' } = read.experiment;
  return {
    ...{ id, text, experiment: read.experiment, description },
    said: `${comments.join(' ').replace(/\s+/g, ' ')} ${description}`,
  };
}

/** Ids of the files that repeat a study. */
export function studyFileIds(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.bench.yaml'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.bench\.yaml$/, ''))
    .filter((id) => id.includes('/') || id.startsWith('kth-'))
    .sort();
}

/** The arguments of a command as a shell splits them; a backslash at the end of a line joins it to the next. */
function wordsOf(command: string): string[] {
  const words = command.replace(/\\\s+/g, ' ').match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/['"]/g, ''));
}

/** The commands that a text recommends, on separate lines or in quotation marks, without `wirebench`. */
export function commandsIn(text: string): string[][] {
  const joined = text.replace(/\\\n#?\s*/g, ' ');
  const quoted = [...joined.matchAll(/["`]wirebench ([^"`]+)["`]/g)];
  const alone = [...joined.matchAll(/^[#\s]*wirebench (?!: )(.+)$/gm)];
  return [...quoted, ...alone].map((match) => wordsOf(match[1] ?? ''));
}

function silence(command: Command): void {
  command.configureOutput({ writeErr: () => undefined }).action(() => undefined);
  for (const child of command.commands) silence(child);
}

/** The command line's error for a command, which is parsed but not executed; null if it is valid. */
export async function commandProblem(words: readonly string[]): Promise<string | null> {
  const program = await createProgram(() => undefined, words);
  silence(program);
  try {
    program.parse([...words], { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}
