import { readdirSync } from 'node:fs';
import { readDescription } from '../../engine/published/source.ts';

const folder = new URL('../../fixtures/published/', import.meta.url);
const ending = '.tables.yaml';

/** The module of the contracts that names the studies, from the text of each study's file. */
export function studiesText(): string {
  const studies = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .map((name) => ({ name, study: readDescription(name) }))
    .sort((a, b) => a.study.order - b.study.order);
  const tables = studies.map(({ name, study }) =>
    listed(
      `  '${name}': `,
      study.tables.map(({ id }) => id),
      ',',
    ),
  );
  const labels = studies.map(({ name, study }) => `  '${name}': '${study.label}',`);
  return `import { z } from 'zod';

/** Made by \`node scripts/generate-studies.ts\` from what fixtures/published says of each study. */

${listed(
  'export const studyNameSchema = z.enum(',
  studies.map(({ name }) => name),
  ');',
)}
export type StudyName = z.infer<typeof studyNameSchema>;
export const studyNames = studyNameSchema.options;

/** The ids of a study's published tables, in its own order. */
export const studyTables: Readonly<Record<StudyName, readonly string[]>> = {
${tables.join('\n')}
};

/** Short name of each study. */
export const studyLabels: Readonly<Record<StudyName, string>> = {
${labels.join('\n')}
};
`;
}

/** A list as the formatter writes it: on one line, or one word per line if too long. */
function listed(before: string, words: readonly string[], after: string): string {
  const quoted = words.map((word) => `'${word}'`);
  const line = `${before}[${quoted.join(', ')}]${after}`;
  if (line.length <= 100) return line;
  const indent = ' '.repeat(before.length - before.trimStart().length);
  return `${before}[\n${quoted.map((word) => `${indent}  ${word},\n`).join('')}${indent}]${after}`;
}
