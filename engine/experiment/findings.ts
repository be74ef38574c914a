import type { z } from 'zod';
import { loadModels } from '../../contracts/experiment/load.ts';
import { formatPath, type Path, valueAt } from '../../contracts/experiment/path.ts';
import { workloadNameSchema } from '../../contracts/words.ts';
import { shapeNamesOf } from '../../workloads/registry.ts';
import { hintForKey, isMisspeltModel } from './keys.ts';
import { describeValue, nearestWord } from './wording.ts';

/** Something wrong in the data of an experiment file, without its line yet. */
export interface FileFault {
  readonly kind: 'wrong' | 'missing' | 'unwanted-key';
  readonly path: Path;
  readonly message: string;
  /** For an unknown key, the sibling key that was probably meant. */
  readonly rename?: string;
  /** For an unknown key, the path elsewhere in the file that was probably meant. */
  readonly elsewhere?: string;
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
/** Messages about whole parts, whose schema only expects a mapping. */
const parts: Record<string, string> = {
  factors: 'expected the factors, such as {protocol: [soap, rest, grpc], users: [10, 50]}',
  load: 'expected a load model, such as {model: closed, duration: 20s}',
  'load.stages[]': 'expected a stage, such as {for: 30s, to: 200}',
  thresholds: 'expected a list of rules, such as ["errors < 1%"]',
};

/** More than anyone reads; limits the time for a hostile file. */
export const maxFindings = 1000;

const freeTexts = ['name', 'description'];

/** Messages for issues whose schema has none; given to zod with each parse. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_union':
      return anyUnion;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    case 'too_small':
      return `expected at least ${issue.minimum}`;
    default:
      return undefined;
  }
};

function oneOf(values: readonly unknown[]): string {
  return `expected ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;
}

/** Turns zod's issues about `value` into findings: one per mistake, each with the expected value. */
export function findingsOf(issues: readonly Issue[], value: unknown): FileFault[] {
  const findings = issues
    .slice(0, maxFindings)
    .flatMap((issue) => fromIssue(issue, [], value))
    .slice(0, maxFindings);
  const renamed = new Set(
    findings.map((found) => formatPath([...found.path.slice(0, -1), found.rename ?? ''])),
  );
  // A misspelt key is one mistake, although the right key is missing as well.
  return findings.filter(
    (found) => found.kind !== 'missing' || !renamed.has(formatPath(found.path)),
  );
}

function fromIssue(issue: Issue, base: Path, value: unknown): FileFault[] {
  const path: Path = [
    ...base,
    ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
  ];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxFindings).map((key) => unknownKey([...path, key], value));
  }
  if (issue.code === 'custom' && issue.params?.misplaced) return [misplacedKey(issue, path)];
  if (issue.code === 'invalid_union') return fromUnion(issue, path, value);
  return [finding(path, issue.message, value, issue, candidatesOf(issue))];
}

/** A union fails in all its branches; report only the one that was meant. */
function fromUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, value: unknown): FileFault[] {
  const misspelt = isModelOfLoad(issue) ? misspeltModel(path, value) : undefined;
  if (misspelt) return [misspelt];
  const branches = [...issue.errors].sort((a, b) => a.length - b.length);
  const meant = branches.find((branch) => !branch.some(isOtherKind));
  if (meant) return meant.slice(0, maxFindings).flatMap((inner) => fromIssue(inner, path, value));
  const inner = branches.flat();
  const candidates = [issue, ...inner].flatMap(candidatesOf);
  const best =
    inner.find((one) => one.code === 'invalid_value') ??
    inner.find((one) => one.code === 'invalid_type' && one.expected !== 'array');
  // One level or a list of them, where a level may be of several kinds.
  const nested = inner.find((one) => one.code === 'invalid_union' && one.path.length === 0);
  if (issue.message === anyUnion && !best && nested) return fromIssue(nested, path, value);
  const message = issue.message === anyUnion ? (best ?? issue).message : issue.message;
  return [finding(path, message, value, best ?? issue, candidates)];
}

function isModelOfLoad(issue: Issue): boolean {
  return issue.code === 'invalid_union' && issue.discriminator === 'model';
}

/** Without a model zod does not check the other keys, one of which may be a misspelt model. */
function misspeltModel(path: Path, root: unknown): FileFault | undefined {
  const load = valueAt(root, path.slice(0, -1));
  if (typeof load !== 'object' || load === null || Object.hasOwn(load, 'model')) return undefined;
  const key = Object.keys(load).find(isMisspeltModel);
  return key === undefined ? undefined : unknownKey([...path.slice(0, -1), key], root);
}

/** Whether the value has the wrong type altogether. */
function isOtherKind(issue: Issue): boolean {
  const kinds = ['invalid_type', 'invalid_value', 'invalid_union'];
  return issue.path.length === 0 && kinds.includes(issue.code);
}

function candidatesOf(issue: Issue): string[] {
  if (isModelOfLoad(issue)) return loadModels;
  return issue.code === 'invalid_value' ? issue.values.map(String) : [];
}

function misplacedKey(issue: z.core.$ZodIssueCustom, path: Path): FileFault {
  const meant = issue.params?.meant;
  const rename = typeof meant === 'string' ? { rename: meant } : {};
  return { kind: 'unwanted-key', path, message: issue.message, ...rename };
}

function unknownKey(path: Path, root: unknown): FileFault {
  const message = `unknown key "${String(path.at(-1)).slice(0, 60)}"`;
  const hint = hintForKey(path, root);
  const because = (text: string): FileFault => ({ kind: 'unwanted-key', path, message: text });
  switch (hint?.kind) {
    case undefined:
      return because(message);
    case 'similar':
      return { ...because(`${message}; did you mean "${hint.key}"?`), rename: hint.key };
    case 'elsewhere':
      return { ...because(`${message}; did you mean ${hint.path}?`), elsewhere: hint.path };
    case 'other-model':
      return because(`${hint.key} belongs to ${hint.models} load; this one is ${hint.model}`);
    case 'keys':
      return because(`${message}; expected ${hint.keys}`);
  }
}

/** A value given alone where a list is expected stands for a list of one: it has no index in the file. */
function pathInFile(path: Path, root: unknown): Path {
  const outer = path.slice(0, -1);
  const list = typeof path.at(-1) === 'number' ? valueAt(root, outer) : undefined;
  return list === undefined || Array.isArray(list) ? path : outer;
}

function finding(
  checked: Path,
  message: string,
  root: unknown,
  issue: Issue,
  candidates: readonly string[],
): FileFault {
  const path = pathInFile(checked, root);
  const value = valueAt(root, path);
  const text = formatPath(checked);
  const isOwnService = issue.code === 'custom';
  const shown = (!isOwnService && parts[text.replace(/\[\d+\]$/, '[]')]) || message;
  if (value === undefined) {
    return { kind: 'missing', path, message: `"${String(path.at(-1))}" is missing: ${shown}` };
  }
  const words = text.startsWith('factors.shape') ? shapeWordsOf(root) : candidates;
  const end = got(value, shown, issue, text) + didYouMean(value, words);
  return { kind: 'wrong', path, message: shown + end };
}

/** The shapes of the file's workload. */
function shapeWordsOf(root: unknown): readonly string[] {
  const workload = workloadNameSchema.safeParse(valueAt(root, ['workload']) ?? 'product');
  return workload.success ? shapeNamesOf(workload.data) : [];
}

/** The received value, unless the message is about more than this value. */
function got(value: unknown, message: string, issue: Issue, path: string): string {
  if (!message.startsWith('expected')) return '';
  const isCollection = typeof value === 'object' && value !== null;
  if (message.startsWith('expected either')) return isCollection ? '' : ', not both';
  const isKind = ['invalid_type', 'invalid_union', 'invalid_value'].includes(issue.code);
  if (isCollection && !isKind) return '';
  return `, got ${describeValue(value)}${quotesHint(value, issue, path)}`;
}

/** YAML parses `name: 2024` as a number and `users: "10"` as text. */
function quotesHint(value: unknown, issue: Issue, path: string): string {
  if (issue.code !== 'invalid_type') return '';
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  if (freeTexts.includes(path) && isPlain) return ': put it in quotes to make it text';
  const isNumeral = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  return issue.expected === 'number' && isNumeral ? ': remove the quotes' : '';
}

function didYouMean(value: unknown, candidates: readonly string[]): string {
  const near = typeof value === 'string' ? nearestWord(value, candidates) : undefined;
  return near && near !== value ? `; did you mean "${near}"?` : '';
}
