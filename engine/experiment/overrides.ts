import { type Document, isCollection, isMap, isNode, isSeq } from 'yaml';
import { WirebenchError } from '../../contracts/errors.ts';
import { formatPath, type Path, parsePath } from '../../contracts/experiment/path.ts';
import { parseExperimentDocument } from './document.ts';

/** One `--set PATH=VALUE`. */
export interface Override {
  readonly path: string;
  /** YAML; an empty text removes the key, so that its default applies. */
  readonly value: string;
}

interface OverrideProblem {
  readonly path: Path;
  readonly message: string;
}

export type Overridden =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly OverrideProblem[] };

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

/** @returns the override as on a command line. */
export function describeOverride({ path, value }: Override): string {
  return `--set ${path}=${value}`;
}

/**
 * Sets values in a parsed file, in order, and formats it with its comments.
 * @param yaml is changed.
 * @returns the new text, or a message for each override that cannot be applied.
 */
export function applyOverrides(yaml: Document, overrides: readonly Override[]): Overridden {
  const problems: OverrideProblem[] = [];
  for (const override of overrides) {
    const path = parsePath(override.path);
    const message = path ? applyOne(yaml, path, override.value) : 'expected a path';
    if (message) {
      problems.push({ path: path ?? [], message: `${describeOverride(override)}: ${message}` });
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, text: yaml.toString({ lineWidth: 0, flowCollectionPadding: false }) };
}

/** @returns the problem, or undefined when the value was set. */
function applyOne(yaml: Document, path: Path, value: string): string | undefined {
  const blocked = blockedAt(yaml, path);
  if (blocked) return blocked;
  if (value.trim() === '') {
    if (!yaml.hasIn(path)) return `${formatPath(path)} is not in the file, so it cannot be removed`;
    yaml.deleteIn(path);
    return undefined;
  }
  const parsed = parseExperimentDocument(value);
  const [problem] = parsed.ok ? parsed.document.problems : parsed.problems;
  if (problem) return `the value is wrong: ${problem.message}`;
  if (!parsed.ok) return undefined;
  const before = yaml.getIn(path, true);
  const node = yaml.createNode(parsed.document.value, { flow: true, aliasDuplicateObjects: false });
  if (isNode(before) && before.comment && isNode(node)) node.comment = before.comment;
  yaml.setIn(path, node);
  return undefined;
}

/** Explains why nothing can be set at `path`: a value on the way has the wrong type. */
function blockedAt(yaml: Document, path: Path): string | undefined {
  for (const [depth, step] of path.entries()) {
    const way = path.slice(0, depth);
    const name = formatPath(way) || 'the file';
    const node = depth === 0 ? yaml.contents : yaml.getIn(way, true);
    if (node === undefined || node === null) {
      if (typeof step === 'number' && step > 0) return `${name} is not in the file; begin with [0]`;
      continue;
    }
    if (!isCollection(node)) return `${name} is a single value; set it as a whole`;
    if (isSeq(node) && typeof step === 'string') return `${name} is a list, and has no "${step}"`;
    if (isMap(node) && typeof step === 'number') return `${name} is not a list`;
    if (isSeq(node) && typeof step === 'number' && step > node.items.length) {
      return `${name} has ${node.items.length} items; the next is [${node.items.length}]`;
    }
  }
  return undefined;
}
