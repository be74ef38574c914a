import { formatCount } from '../../../../metrics/format.ts';
import { isShape, listedShapes, planDoc } from '../../../../workloads/plans.ts';
import { namedShapes, parseShape } from '../../../../workloads/product/shapes.ts';
import type { WorkloadContract } from '../../../../workloads/workload.ts';

/** Characters in short: `361`, `2 M`. */
function lengthOf(characters: number): string {
  return characters >= 1_000_000 && characters % 100_000 === 0
    ? `${characters / 1_000_000} M`
    : formatCount(characters);
}

/** `Xs` would read as a word. */
function labelOf(name: string): string {
  if (name.length <= 2) return name.toUpperCase();
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
}

interface ShapeOption {
  readonly value: string;
  readonly label: string;
  /** Short description of the shape. */
  readonly note: string;
}

function planOption(workload: WorkloadContract, name: string): ShapeOption {
  const isNamed = listedShapes(workload, true).some((shape) => shape.name === name);
  const doc = planDoc(workload, name);
  return { value: name, label: isNamed ? labelOf(name) : name, note: doc ?? 'unknown' };
}

function optionOf(workload: WorkloadContract, name: string): ShapeOption {
  const doc = workload.shapeDoc(name);
  if (doc === null) return { value: name, label: name, note: 'unknown' };
  const isNamed = workload.shapes.some((shape) => shape.name === name);
  const product = workload.description.name === 'product' ? parseShape(name) : undefined;
  if (product) {
    const what = Object.hasOwn(namedShapes, name) ? `${product.operation} ` : '';
    const label = isNamed ? labelOf(name) : product.operation;
    return { value: name, label, note: `${what}${lengthOf(product.length)}` };
  }
  return { value: name, label: isNamed ? labelOf(name) : name, note: isNamed ? doc : '' };
}

/** The named shapes of a workload, or its use cases, and those of a file that are not among them. */
export function shapeOptions(
  workload: WorkloadContract,
  chosen: readonly string[],
  isPlan = false,
): readonly ShapeOption[] {
  const named = listedShapes(workload, isPlan).map(({ name }) => name);
  const custom = chosen.filter((name) => !named.includes(name));
  const option = isPlan ? planOption : optionOf;
  return [...named, ...custom].map((name) => option(workload, name));
}

/** Hint for a custom shape; absent if none are possible. */
export function shapeExample(workload: WorkloadContract, isPlan: boolean): string | undefined {
  if (!isPlan) return workload.shapeExample;
  const [one, other = one] = workload.shapes;
  return one && other && `${one.name}/${other.name}`;
}

interface Draft {
  readonly name: string;
  /** Whether the shape can be added, or is still incomplete. */
  readonly state: 'complete' | 'begun' | 'wrong';
}

/** Stages of typing a shape: all words but the last are final. */
function readPlan(workload: WorkloadContract, name: string): Draft {
  if (isShape(workload, name, true)) return { name, state: 'complete' };
  const words = name.split(/[+/]/);
  const last = words.pop() ?? '';
  const named = [...listedShapes(workload, true), ...workload.shapes];
  const isBegun =
    words.every((word) => isShape(workload, word, true)) &&
    named.some((shape) => shape.name.startsWith(last));
  return { name, state: isBegun ? 'begun' : 'wrong' };
}

/** Parses a typed custom shape; a number alone stands for the example's. */
export function readDraft(workload: WorkloadContract, draft: string, isPlan = false): Draft {
  const typed = draft.trim();
  if (isPlan) return readPlan(workload, typed);
  const [operation = ''] = workload.shapeExample?.split(':') ?? [];
  const name = /^\d+$/.test(typed) ? `${operation}:${typed}` : typed;
  if (name !== '' && workload.shapeDoc(name) !== null) return { name, state: 'complete' };
  const beginnings = [
    ...Object.keys(workload.description.operations),
    ...workload.shapes.map((shape) => shape.name),
  ];
  const begun = beginnings.some((one) => `${one}:`.startsWith(name));
  return { name, state: begun ? 'begun' : 'wrong' };
}
