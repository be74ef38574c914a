import { type Document, isCollection, isScalar, parseDocument } from 'yaml';
import { WirebenchError } from '../../contracts/errors.ts';
import { formatPath, type Path, parsePath } from './path.ts';

/** One `--set PATH=VALUE`. */
export interface Override {
  readonly path: string;
  /** YAML; the empty text removes the key, so that its default holds again. */
  readonly value: string;
}

export type Overridden =
  | { readonly ok: true; readonly text: string; readonly paths: readonly Path[] }
  | { readonly ok: false; readonly messages: readonly string[] };

/** Reads the argument of `--set`. @throws WirebenchError OVERRIDE_INVALID when it has no `=` or no path. */
export function parseOverride(argument: string): Override {
  const equals = argument.indexOf('=');
  const path = argument.slice(0, Math.max(0, equals)).trim();
  if (!parsePath(path)) {
    throw new WirebenchError(
      'OVERRIDE_INVALID',
      `--set ${argument}: expected PATH=VALUE, such as factors.users=[10] or thresholds[0]="errors < 1%"`,
    );
  }
  return { path, value: argument.slice(equals + 1) };
}

/** @returns the override as it stands on a command line. */
export function describeOverride({ path, value }: Override): string {
  return `--set ${path}=${value}`;
}

/**
 * Sets values in a parsed file and writes it out again with its comments.
 * The document is changed; say what is wrong with each override that cannot be applied.
 */
export function applyOverrides(yaml: Document, overrides: readonly Override[]): Overridden {
  const paths: Path[] = [];
  const messages: string[] = [];
  for (const override of overrides) {
    const path = parsePath(override.path);
    const problem = path
      ? applyOne(yaml, path, override.value)
      : 'expected a path such as factors.users';
    if (problem !== undefined) messages.push(`${describeOverride(override)}: ${problem}`);
    else if (path) paths.push(path);
  }
  if (messages.length > 0) return { ok: false, messages };
  return { ok: true, text: yaml.toString({ lineWidth: 0, flowCollectionPadding: false }), paths };
}

function applyOne(yaml: Document, path: Path, value: string): string | undefined {
  const blocked = blockedAt(yaml, path);
  if (blocked) return blocked;
  if (value.trim() === '') {
    yaml.deleteIn(path);
    return undefined;
  }
  const parsed = parseDocument(value, { version: '1.2', schema: 'core', logLevel: 'silent' });
  const [error] = parsed.errors;
  if (error) return `the value is not valid YAML: ${error.message.split('\n')[0]}`;
  const before = yaml.getIn(path, true);
  const comment = isScalar(before) || isCollection(before) ? before.comment : undefined;
  const node = yaml.createNode(parsed.toJS({ maxAliasCount: 0 }), { flow: true });
  if (comment && (isScalar(node) || isCollection(node))) node.comment = comment;
  yaml.setIn(path, node);
  return undefined;
}

/** Says why nothing can be set at `path`: something on the way is no mapping or list, or too short. */
function blockedAt(yaml: Document, path: Path): string | undefined {
  for (let depth = 1; depth < path.length; depth++) {
    const way = path.slice(0, depth);
    const node = yaml.getIn(way, true);
    if (node !== undefined && !isCollection(node)) {
      return `${formatPath(way)} is a single value; set it as a whole`;
    }
  }
  return undefined;
}
