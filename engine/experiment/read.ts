import { type ErrorCode, WirebenchError } from '../../contracts/errors.ts';
import type { Problem } from '../../contracts/experiment/cell.ts';
import { type Experiment, experimentVersion } from '../../contracts/experiment/experiment.ts';
import { factorNames } from '../../contracts/experiment/factors.ts';
import { parsePath } from '../../contracts/experiment/path.ts';
import { atStart, type ExperimentDocument, parseExperimentDocument } from './document.ts';
import type { FileFault } from './findings.ts';
import { inspectExperiment } from './inspect.ts';
import { migrateFile } from './migrate.ts';
import { applyOverrides, describeOverride, type Override } from './overrides.ts';
import { limited, problemAt } from './problems.ts';
import { describeValue } from './wording.ts';

export interface ReadOptions {
  /** Applied in order; the last one for a path wins. */
  readonly overrides?: readonly Override[];
}

/** `source` is the text that the experiment was read from, overrides included. */
export type ReadSuccess = {
  readonly ok: true;
  readonly experiment: Experiment;
  readonly source: string;
};
/** `code` is EXPERIMENT_INVALID, EXPERIMENT_NEWER, or OVERRIDE_INVALID when only overrides are wrong. */
export type ReadFailure = {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
};
export type ReadResult = ReadSuccess | ReadFailure;

/** Reads an experiment file. Never throws: everything wrong with it is in `problems`. */
export function readExperiment(text: string, options: ReadOptions = {}): ReadResult {
  const { overrides = [] } = options;
  return overrides.length === 0 ? readText(text) : readOverridden(text, overrides);
}

/** The failure of {@link readExperiment} as an error of several lines, for callers that stop there. */
export function experimentError(failure: ReadFailure): WirebenchError {
  const lines = failure.problems.map(
    ({ line, column, path, message }) => `${line}:${column} ${path ? `${path}: ` : ''}${message}`,
  );
  return new WirebenchError(failure.code, lines.join('\n'));
}

function readText(text: string): ReadResult {
  const parsed = parseExperimentDocument(text);
  return parsed.ok ? readDocument(parsed.document, text) : failure(parsed.problems);
}

function readOverridden(text: string, overrides: readonly Override[]): ReadResult {
  const before = readText(text);
  const parsed = parseExperimentDocument(text);
  if (!parsed.ok || !isMapping(parsed.document.value)) return before;
  const overridden = applyOverrides(parsed.document.yaml, overrides);
  if (!overridden.ok) {
    const { document } = parsed;
    const wrong = overridden.problems.map(({ path, message }) =>
      problemAt(document, path, message),
    );
    return before.ok
      ? failure(wrong, 'OVERRIDE_INVALID')
      : failure([...before.problems, ...wrong], before.code);
  }
  const after = readText(overridden.text);
  return after.ok ? after : blame(after, before, overrides, parsed.document);
}

/** Separates problems caused by overrides from those of the file, which keep their lines. */
function blame(
  after: ReadFailure,
  before: ReadResult,
  overrides: readonly Override[],
  document: ExperimentDocument,
): ReadFailure {
  const old = new Map(before.ok ? [] : before.problems.map((one) => [keyOf(one), one]));
  const isNew = (one: Problem) => !old.has(keyOf(one));
  const problems = after.problems.map(
    (one) => old.get(keyOf(one)) ?? blamed(one, overrides, document),
  );
  return failure(problems, after.problems.every(isNew) ? 'OVERRIDE_INVALID' : after.code);
}

function keyOf({ path, message }: Problem): string {
  return `${path}\n${message}`;
}

/** Names the overrides concerned. The position is that in the file, since users do not see the new text. */
function blamed(
  { path, message }: Problem,
  overrides: readonly Override[],
  document: ExperimentDocument,
): Problem {
  const near = overrides.filter((one) => path.startsWith(one.path) || one.path.startsWith(path));
  const names = (near.length > 0 ? near : overrides).map(describeOverride).join(' ');
  return { ...problemAt(document, parsePath(path) ?? [], `${names}: ${message}`), path };
}

function readDocument(document: ExperimentDocument, source: string): ReadResult {
  const { value } = document;
  if (!isMapping(value)) return failure([...document.problems, atStart(notAnExperiment(value))]);
  const migrated = migrateFile(value);
  if (!migrated.ok && migrated.newer) {
    return failure([problemAt(document, ['wirebench'], migrated.message)], 'EXPERIMENT_NEWER');
  }
  const found: FileFault[] = migrated.ok
    ? []
    : [{ kind: 'wrong', path: ['wirebench'], message: migrated.message }];
  // Without a usable version everything else is checked as if it had this one.
  const file = migrated.ok ? migrated.file : { ...value, wirebench: experimentVersion };
  const inspected = inspectExperiment(file, document.unknown);
  if (inspected.ok && found.length === 0 && document.problems.length === 0) {
    return { ok: true, experiment: inFileOrder(inspected.experiment, file), source };
  }
  if (!inspected.ok) found.push(...inspected.findings);
  const placed = found.map(({ kind, path, message }) =>
    problemAt(document, path, message, kind === 'wrong' ? 'value' : 'key'),
  );
  return failure([...document.problems, ...placed]);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAnExperiment(value: unknown): string {
  const start = `expected an experiment, which starts with "wirebench: ${experimentVersion}"`;
  return value === null ? `the file is empty: ${start}` : `${start}, got ${describeValue(value)}`;
}

function failure(
  problems: readonly Problem[],
  code: ErrorCode = 'EXPERIMENT_INVALID',
): ReadFailure {
  return { ok: false, code, problems: limited(problems) };
}

/** Cells follow the order of the factors in the file, which parsing does not preserve. */
function inFileOrder(experiment: Experiment, file: Record<string, unknown>): Experiment {
  const listed = Object.keys(file.factors ?? {});
  const rank = (name: string) => (listed.includes(name) ? listed.indexOf(name) : listed.length);
  const present = factorNames.filter((name) => experiment.factors[name] !== undefined);
  const names = present.sort((a, b) => rank(a) - rank(b));
  const factors = Object.fromEntries(names.map((name) => [name, experiment.factors[name]]));
  return { ...experiment, factors: factors as Experiment['factors'] };
}
