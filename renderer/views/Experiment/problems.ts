import type { Problem } from '../../../contracts/experiment/cell.ts';
import { formatPath, type Path } from '../../../contracts/experiment/path.ts';

/** True if `path` is `ancestor` itself or within it. */
export function isAtOrInside(path: string, ancestor: string): boolean {
  if (ancestor === '' || path === ancestor) return true;
  if (!path.startsWith(ancestor)) return false;
  const next = path.charAt(ancestor.length);
  return next === '.' || next === '[';
}

/** The problems that the field of `path` shows: its own and those of what is within. */
export function problemsAt(problems: readonly Problem[], path: Path): Problem[] {
  const field = formatPath(path);
  return problems.filter((problem) => isAtOrInside(problem.path, field));
}
