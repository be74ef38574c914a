import type { RunHead } from '../../contracts/result.ts';

const longestName = 60;
/** Ids of runs begin with their date and time; longer ids are random, so a prefix is enough. */
const longestWholeId = 24;
const idCharacters = 8;

/**
 * `KTH-2024-throughput-20260301-100000-1a2b3c.csv`: the run's name in characters that every file
 * system accepts, and its id or the prefix of a long one, so that runs of one experiment do not overwrite each other.
 */
export function exportName(run: Pick<RunHead, 'id' | 'name'>, extension: string): string {
  const parts = [
    safe(run.name, longestName),
    safe(run.id, run.id.length > longestWholeId ? idCharacters : longestWholeId),
  ];
  return `${parts.filter((part) => part !== '').join('-') || 'run'}.${extension}`;
}

/** Letters, digits, dots and underscores stay; everything else becomes single hyphens. */
function safe(text: string, longest: number): string {
  const plain = text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-');
  return [...plain]
    .slice(0, longest)
    .join('')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
}
