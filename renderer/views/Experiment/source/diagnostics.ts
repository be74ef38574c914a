import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Problem } from '../../../../contracts/experiment/cell.ts';

/**
 * The range of a problem in the text: from its column to the end of the token. A position
 * that the text does not have (it has changed since) becomes the nearest one.
 */
export function rangeOf(
  text: Text,
  problem: Pick<Problem, 'line' | 'column'>,
): { from: number; to: number } {
  const line = text.line(Math.max(1, Math.min(problem.line, text.lines)));
  const from = Math.min(line.from + Math.max(0, problem.column - 1), line.to);
  const rest = line.text
    .slice(from - line.from)
    .replace(/\s+#.*$/, '')
    .trimEnd();
  const to = from + rest.length;
  return to > from ? { from, to } : { from: line.from, to: line.to };
}

/** Problems as editor diagnostics. */
export function diagnosticsOf(text: Text, problems: readonly Problem[]): Diagnostic[] {
  return problems
    .map((problem) => ({
      ...rangeOf(text, problem),
      severity: 'error' as const,
      message: problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`,
    }))
    .sort((a, b) => a.from - b.from);
}
