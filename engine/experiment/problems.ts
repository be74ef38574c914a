import type { Problem } from '../../contracts/experiment/cell.ts';
import { formatPath, type Path } from '../../contracts/experiment/path.ts';
import { type ExperimentDocument, positionOf, type TextPlace } from './document.ts';

/** More than anyone reads in one go. */
export const maxProblems = 500;

/**
 * Assigns a message to the line of the faulty value or, if that is not in the file, of its
 * surroundings. @param at whether the key is wrong or the value under it.
 */
export function problemAt(
  document: ExperimentDocument,
  path: Path,
  message: string,
  at: 'key' | 'value' = 'value',
): Problem {
  const place = nearestPlace(document.root, path);
  const offset = at === 'key' ? (place.key ?? place.value) : place.value;
  return { ...positionOf(document.lines, offset ?? 0), path: formatPath(path), message };
}

function nearestPlace(root: TextPlace, path: Path): TextPlace {
  let place = root;
  for (const step of path) {
    const child = place.children.get(step);
    if (!child) break;
    place = child;
  }
  return place;
}

/** @returns the problems in file order; the last one counts those beyond {@link maxProblems}. */
export function limited(problems: readonly Problem[]): Problem[] {
  const sorted = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  const more = sorted.length - maxProblems;
  const last = sorted[maxProblems];
  if (more <= 0 || !last) return sorted;
  return [...sorted.slice(0, maxProblems), { ...last, message: `and ${more} more problems` }];
}
