import type { z } from 'zod';
import { shapeNames } from '../../contracts/experiment/shape.ts';
import { hintForKey } from './keys.ts';
import { formatPath, type Path, valueAt } from './path.ts';
import { describeValue, nearestWord } from './wording.ts';

/** Something wrong in the data of an experiment file, not yet placed on a line. */
export interface Finding {
  readonly kind: 'wrong' | 'missing' | 'unknown-key';
  readonly path: Path;
  readonly message: string;
  /** For an unknown key, the key beside it that was probably meant. */
  readonly rename?: string;
}

type Issue = z.core.$ZodIssue;

const anyUnion = 'any of a union';
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping of keys to values',
};
/** What to say of a whole part; its schema can only say that it is a mapping. */
const parts: Record<string, string> = {
  factors: 'expected the factors, such as {protocol: [soap, rest, grpc], users: [10, 50]}',
  load: 'expected how load is made, such as {model: closed, duration: 20s}',
  thresholds: 'expected a list of rules, such as ["errors < 1%"]',
};

/** Wording for issues whose schema brings none; given to zod with each parse. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_union':
      return anyUnion;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`;
    default:
      return undefined;
  }
};

function oneOf(values: readonly unknown[]): string {
  return `expected ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' items' : '';
}

/** Turns zod's issues about `value` into findings: one per mistake, each with what was expected. */
export function findingsOf(issues: readonly Issue[], value: unknown): Finding[] {
  const findings = issues.flatMap((issue) => fromIssue(issue, [], value));
  const renamed = new Set(
    findings.map((found) => formatPath([...found.path.slice(0, -1), found.rename ?? ''])),
  );
  // A misspelt key is one mistake, though it also leaves the right one missing.
  return findings.filter(
    (found) => found.kind !== 'missing' || !renamed.has(formatPath(found.path)),
  );
}

function fromIssue(issue: Issue, base: Path, value: unknown): Finding[] {
  const path: Path = [
    ...base,
    ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
  ];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey([...path, key]));
  }
  if (issue.code === 'invalid_union') return fromUnion(issue, path, value);
  return [finding(path, issue.message, value, issue.code, candidatesOf(issue))];
}

/** A union fails in all its branches; speak of the one that was meant. */
function fromUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, value: unknown): Finding[] {
  const branches = [...issue.errors].sort((a, b) => a.length - b.length);
  const meant = branches.find((branch) => !branch.some(isOtherKind));
  if (meant) return meant.flatMap((inner) => fromIssue(inner, path, value));
  const inner = branches.flat();
  const candidates = inner.flatMap(candidatesOf);
  const best =
    inner.find((one) => one.code === 'invalid_value') ??
    inner.find((one) => one.code === 'invalid_type' && one.expected !== 'array');
  const message = issue.message === anyUnion ? (best ?? issue).message : issue.message;
  return [finding(path, message, value, issue.code, candidates)];
}

/** Whether the issue says that the value is of another kind altogether. */
function isOtherKind(issue: Issue): boolean {
  const kinds = ['invalid_type', 'invalid_value', 'invalid_union'];
  return issue.path.length === 0 && kinds.includes(issue.code);
}

function candidatesOf(issue: Issue): string[] {
  return issue.code === 'invalid_value' ? issue.values.map(String) : [];
}

function unknownKey(path: Path): Finding {
  const message = `unknown key "${String(path.at(-1)).slice(0, 60)}"`;
  const hint = hintForKey(path);
  if (!hint) return { kind: 'unknown-key', path, message };
  if (hint.kind === 'elsewhere') {
    return { kind: 'unknown-key', path, message: `${message}; did you mean ${hint.path}?` };
  }
  const { key } = hint;
  return { kind: 'unknown-key', path, message: `${message}; did you mean "${key}"?`, rename: key };
}

function finding(
  path: Path,
  message: string,
  root: unknown,
  code: Issue['code'],
  candidates: readonly string[],
): Finding {
  const value = valueAt(root, path);
  const text = formatPath(path);
  const shown = (code !== 'custom' && parts[text]) || message;
  if (value === undefined && code !== 'custom') {
    return { kind: 'missing', path, message: `"${String(path.at(-1))}" is missing: ${shown}` };
  }
  const words = text.startsWith('factors.shape') ? shapeNames : candidates;
  return {
    kind: 'wrong',
    path,
    message: shown + got(value, shown, code) + didYouMean(value, words),
  };
}

/** The value itself, unless the message is about more than this one value. */
function got(value: unknown, message: string, code: Issue['code']): string {
  const isCollection = typeof value === 'object' && value !== null;
  const isKind = code === 'invalid_type' || code === 'invalid_union' || code === 'invalid_value';
  if (!message.startsWith('expected') || message.startsWith('expected either')) return '';
  return isCollection && !isKind ? '' : `, got ${describeValue(value)}`;
}

function didYouMean(value: unknown, candidates: readonly string[]): string {
  const near = typeof value === 'string' ? nearestWord(value, candidates) : undefined;
  return near ? `; did you mean "${near}"?` : '';
}
