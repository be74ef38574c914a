const longestQuoted = 60;

/** Describes a value in the file, for messages that end in "got …". */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(
    value.length > longestQuoted ? `${value.slice(0, longestQuoted - 1)}…` : value,
  );
}

/** @returns the candidate that `word` was most likely meant to be, if any is close. */
export function nearestWord(
  word: string,
  candidates: readonly string[],
  furthest = 3,
): string | undefined {
  if (word.length === 0 || word.length > 40) return undefined;
  const plain = simplify(word);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const other = simplify(candidate);
    const allowed = Math.min(furthest, allowedDistance(plain, other));
    if (Math.abs(plain.length - other.length) > allowed) continue;
    const distance = editDistance(plain, other);
    if (distance <= allowed && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Two changes turn a short word into another, unless both start alike. */
function allowedDistance(word: string, other: string): number {
  if (word.length <= 3) return 1;
  if (word.length <= 4) return word[0] === other[0] ? 2 : 1;
  return word.length <= 7 ? 2 : 3;
}

/** Normalises `ramp_up`, `ramp-up` and `RampUp` to the same word. */
function simplify(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '');
}

/** Minimum number of inserted, deleted, replaced and swapped neighbouring characters. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
