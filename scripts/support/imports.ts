/** Statements that begin a line; a string or comment that holds one is indented or starred. */
const statement = /^(?:import|export)\b(?:[^'"`;]*?\bfrom\s*)?\s*(['"])([^'"\n]+)\1/gm;
const dynamic = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g;

/** The code of a module as formatted by Biome, without separate comments. */
export function withoutComments(source: string): string {
  return source.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
}

/**
 * Imports and re-exports of a module, types included, static or dynamic, as written.
 * @param source text of a TypeScript or JavaScript module as Biome formats it.
 */
export function importsOf(source: string): string[] {
  const code = withoutComments(source);
  const matches = [...code.matchAll(statement), ...code.matchAll(dynamic)];
  return matches.flatMap((match) => (match[2] === undefined ? [] : [match[2]]));
}

const styleReference = /(?:@import\s+|\burl\(\s*|\bfrom\s+)["']([^"'\n]+)["']/g;

/** References of a style sheet to other files: `@import`, `composes … from` and `url()`, as written. */
export function importsOfStyles(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(styleReference)].flatMap(([, path]) => path ?? []);
}
