import type { CollectionEntry } from '../../contracts/collection.ts';

/** Entries under one heading. */
export interface CollectionGroup {
  readonly title: string;
  readonly entries: readonly CollectionEntry[];
}

function wordsOf(entry: CollectionEntry): string {
  const { name, description, id, study, plan } = entry;
  return [name, description, id, study ?? '', ...(plan?.protocols ?? []), plan?.model ?? '']
    .join(' ')
    .toLowerCase();
}

/** Entries that contain every word of a search, anywhere. */
export function matchingEntries(
  entries: readonly CollectionEntry[],
  search: string,
): readonly CollectionEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = wordsOf(entry);
    return words.every((word) => text.includes(word));
  });
}

/** The user's own first, newest first; then the built-in ones, study by study. */
export function collectionGroups(entries: readonly CollectionEntry[]): CollectionGroup[] {
  const own = entries
    .filter(({ kind }) => kind === 'own')
    .sort((a, b) => (b.changedAt ?? '').localeCompare(a.changedAt ?? ''));
  const builtIn = entries.filter(({ kind }) => kind === 'built-in');
  const studies = [...new Set(builtIn.map(({ study }) => study))].sort(studiesLast);
  return [
    { title: 'Yours', entries: own },
    ...studies.map((study) => ({
      title: study === null ? 'Built in' : `Built in: ${study}`,
      entries: builtIn.filter((entry) => entry.study === study),
    })),
  ];
}

/** The general ones, then the studies, newest first. */
function studiesLast(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return b.localeCompare(a);
}
