import type { RunHead } from '../../contracts/result.ts';

const longestName = 60;
const idCharacters = 8;

/**
 * `KTH-2024-throughput-1a2b3c4d.csv`: the run's name in characters that every file system
 * takes, and the beginning of its id, so that runs of one experiment do not overwrite each other.
 */
export function exportName(run: Pick<RunHead, 'id' | 'name'>, extension: string): string {
  const parts = [safe(run.name, longestName), safe(run.id, idCharacters)];
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
