const numbersIn = (version: string) =>
  (/^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? '0').split('.').map(Number);

/** Positive if `left` is newer: numbers separated by dots, compared place by place, a missing one is 0. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [numbersIn(left), numbersIn(right)];
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
