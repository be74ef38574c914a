/**
 * Cycles in a graph of imports, each once.
 * @param graph from each file to the files it imports.
 * @returns each cycle as its files, the first one repeated at the end.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const finished = new Set<string>();
  const path: string[] = [];
  const cycles: string[][] = [];

  function visit(file: string): void {
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    if (finished.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  }

  for (const file of graph.keys()) visit(file);
  return cycles;
}
