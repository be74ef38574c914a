import { type ErrorCode, WirebenchError } from '../../contracts/errors.ts';
import type { Problem } from '../../contracts/experiment/cell.ts';
import {
  type Experiment,
  experimentVersion,
  factorNames,
} from '../../contracts/experiment/experiment.ts';
import {
  atStart,
  type ExperimentDocument,
  type Place,
  parseExperimentDocument,
  positionOf,
} from './document.ts';
import type { Finding } from './findings.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrate.ts';
import type { Override } from './overrides.ts';
import { formatPath, type Path } from './path.ts';

export interface ReadOptions {
  readonly overrides?: readonly Override[];
}

/** `source` is the text that the experiment was read from, overrides included. */
export type ReadResult =
  | { readonly ok: true; readonly experiment: Experiment; readonly source: string }
  | { readonly ok: false; readonly code: ErrorCode; readonly problems: readonly Problem[] };

/** Reads an experiment file. Never throws: everything that is wrong with it is in `problems`. */
export function readExperiment(text: string, _options: ReadOptions = {}): ReadResult {
  const parsed = parseExperimentDocument(text);
  if (!parsed.ok) return invalid(parsed.problems);
  return readDocument(parsed.document, text);
}

function readDocument(document: ExperimentDocument, source: string): ReadResult {
  const { value } = document;
  if (value === null) return invalid([atStart('the file is empty: expected an experiment')]);
  if (typeof value !== 'object' || Array.isArray(value)) {
    return invalid([atStart('expected a mapping')]);
  }
  const migrated = migrate(value as Record<string, unknown>);
  if (!migrated.ok && migrated.newer) {
    return invalid([problemOf(document, ['wirebench'], migrated.message)], 'EXPERIMENT_NEWER');
  }
  const found: Finding[] = migrated.ok
    ? []
    : [{ kind: 'wrong', path: ['wirebench'], message: migrated.message }];
  const data = migrated.ok ? migrated.file : { ...value, wirebench: experimentVersion };
  const inspected = inspect(data, document.unknown);
  if (inspected.ok && found.length === 0 && document.problems.length === 0) {
    return { ok: true, experiment: inFileOrder(inspected.experiment, data), source };
  }
  if (!inspected.ok) found.push(...inspected.findings);
  const placed = found.map(({ path, message }) => problemOf(document, path, message));
  return invalid([...document.problems, ...placed]);
}

function problemOf(document: ExperimentDocument, path: Path, message: string): Problem {
  return {
    ...positionOf(document.lines, offsetOf(document.root, path)),
    path: formatPath(path),
    message,
  };
}

/** Offset of what is wrong, or of the nearest thing around it that is in the file. */
function offsetOf(root: Place, path: Path): number {
  let place = root;
  for (const step of path) {
    const child = place.children.get(step);
    if (!child) break;
    place = child;
  }
  return place.value ?? 0;
}

function invalid(problems: readonly Problem[], code: ErrorCode = 'EXPERIMENT_INVALID'): ReadResult {
  const sorted = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, code, problems: sorted };
}

/** Cells follow the order in which the file lists the factors, which parsing does not keep. */
function inFileOrder(experiment: Experiment, data: Record<string, unknown>): Experiment {
  const listed = Object.keys(data.factors ?? {});
  const rank = (name: string) => (listed.includes(name) ? listed.indexOf(name) : listed.length);
  const names = [...factorNames].sort((a, b) => rank(a) - rank(b));
  const factors = Object.fromEntries(names.map((name) => [name, experiment.factors[name]]));
  return { ...experiment, factors: factors as Experiment['factors'] };
}

/** The failure of {@link readExperiment} as an error, for callers that stop there. */
export function experimentError(failed: Extract<ReadResult, { ok: false }>): WirebenchError {
  const lines = failed.problems.map(
    ({ line, column, path, message }) => `${line}:${column} ${path ? `${path}: ` : ''}${message}`,
  );
  return new WirebenchError(failed.code, lines.join('\n'));
}
