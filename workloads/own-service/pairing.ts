import type { FoundOperation } from '../../contracts/found.ts';
import type { Protocol } from '../../contracts/words.ts';
import { type Meaning, meaningOfName, meaningOfPath, wordsOf } from './operation-meaning.ts';

/** An operation that may be the same as one of another protocol. */
export interface Pairable {
  /** Unique among all of them. */
  readonly key: string;
  readonly protocol: Protocol;
  readonly operation: FoundOperation;
}

/** Why operations are taken for the same. */
export type PairReason = 'name' | 'path' | 'fields' | 'you';

/** Operations of different protocols that do the same, at most one of each. */
export interface Pair {
  /** At least two, in the order in which they were given. */
  readonly keys: readonly string[];
  readonly why: PairReason;
}

/** What a person has decided. */
interface Decided {
  readonly pairs: readonly (readonly string[])[];
  /** Keys that are in no pair. */
  readonly apart: ReadonlySet<string>;
}

/** Operations compared with one by the same word; more have no names that tell them apart. */
const mostCompared = 200;
/** Least likeness of a pair, from 0 to 1. */
const leastLikeness = 0.5;

interface Known extends Pairable {
  readonly index: number;
  readonly name: string;
  readonly meanings: readonly Meaning[];
  readonly takes: ReadonlySet<string>;
  readonly gives: ReadonlySet<string>;
}

const keyed = (words: readonly string[]) => words.join('');

/** The last part of a name, as one word: `getorder` for `shop.v1.Orders/GetOrder`. */
function plainName(name: string): string {
  const method = /^\/?[\w.]+\/(\w+)$/.exec(name)?.[1] ?? name;
  return keyed(wordsOf(method));
}

/** Names of the values that a request takes: of its path, query, body or message. */
function takenBy({ label = '', call }: FoundOperation): Set<string> {
  const names: string[] = [...label.matchAll(/\{([^{}/]{1,60})\}/g)].map(([, name = '']) => name);
  for (const part of [call.query, call.body, call.message, call.variables, call.form]) {
    if (typeof part === 'object' && part !== null) names.push(...Object.keys(part).slice(0, 100));
  }
  if (typeof call.body === 'string') {
    const leaves = call.body
      .slice(0, 20_000)
      .matchAll(/<(?:[\w.-]{1,60}:)?([\w.-]{1,60})(?:\s[^<>]{0,200})?>[^<>]{0,200}<\//g);
    for (const [, name = ''] of leaves) names.push(name);
  }
  return new Set(names.slice(0, 200).map((name) => keyed(wordsOf(name))));
}

function knownOf(one: Pairable, index: number): Known {
  const { operation } = one;
  const { name, label = name, gives = [] } = operation;
  const fromPath = meaningOfPath(label);
  const named = meaningOfName(name);
  const isPathItself = fromPath !== null && name === label;
  // A field of Query is named after what it gives: order, orders.
  const isQuery = named.verb === null && typeof operation.call.query === 'string';
  const asQuery = isQuery && !operation.changes ? [queried(name, named)] : [];
  return {
    ...one,
    index,
    name: plainName(name),
    meanings: [...(fromPath ? [fromPath] : []), ...(isPathItself ? [] : [named]), ...asQuery],
    takes: takenBy(operation),
    gives: new Set(gives.slice(0, 200).map((field) => keyed(wordsOf(field)))),
  };
}

function queried(name: string, { nouns }: Meaning): Meaning {
  const asGet = meaningOfName(`get_${name}`);
  return { verb: asGet.verb, nouns };
}

/** Share of what two sets have in common; 0 where one is empty. */
function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const both = [...a].filter((one) => b.has(one)).length;
  return both / (a.size + b.size - both);
}

/** Alike in words: 1 for the same verb and nouns, less for some of the nouns. */
function meaningLikeness(a: Meaning, b: Meaning, isAlike: boolean): number {
  const nouns = common(new Set(a.nouns), new Set(b.nouns));
  if (nouns === 0) return 0;
  if (a.verb !== null && b.verb !== null) return a.verb === b.verb ? nouns : 0;
  return isAlike ? 0.7 * nouns : 0;
}

interface Likeness {
  readonly value: number;
  readonly why: PairReason;
}

/** How alike two operations of different protocols are; null where they are not. */
function likenessOf(a: Known, b: Known): Likeness | null {
  if (a.name === b.name) return { value: 1, why: 'name' };
  // A description may not tell that a method only reads; then the same verb does.
  const isAlike = a.operation.changes === b.operation.changes;
  const fields = 0.5 * (common(a.takes, b.takes) + common(a.gives, b.gives));
  const words = Math.max(
    0,
    ...a.meanings.flatMap((one) => b.meanings.map((other) => meaningLikeness(one, other, isAlike))),
  );
  if (words > 0) {
    const value = 0.85 * words + 0.1 * fields;
    const isPath = a.operation.label !== undefined || b.operation.label !== undefined;
    return value < leastLikeness ? null : { value, why: isPath ? 'path' : 'name' };
  }
  // Names in other words, but the same values in and out.
  const isSame = isAlike && common(a.takes, b.takes) >= 0.75 && common(a.gives, b.gives) >= 0.75;
  return isSame && a.takes.size + a.gives.size >= 3
    ? { value: leastLikeness * fields, why: 'fields' }
    : null;
}

/** Words by which operations that may be the same find each other. */
function marksOf({ name, meanings, takes, gives }: Known): Set<string> {
  return new Set([
    `name ${name}`,
    ...meanings.flatMap(({ nouns }) => nouns.map((noun) => `noun ${noun}`)),
    `fields ${[...takes].sort().join()} ${[...gives].sort().join()}`,
    ...[...gives].slice(0, 5).map((field) => `gives ${field}`),
  ]);
}

interface Candidate extends Likeness {
  readonly a: Known;
  readonly b: Known;
}

function candidatesOf(all: readonly Known[]): Candidate[] {
  const marked = new Map<string, Known[]>();
  const candidates: Candidate[] = [];
  for (const b of all) {
    const compared = new Set<Known>();
    for (const mark of marksOf(b)) {
      const others = marked.get(mark) ?? [];
      for (const a of others) if (a.protocol !== b.protocol) compared.add(a);
      if (others.length < mostCompared) marked.set(mark, [...others, b]);
    }
    for (const a of compared) {
      const likeness = likenessOf(a, b);
      if (likeness) candidates.push({ a, b, ...likeness });
    }
  }
  // Of equally alike ones those at the same place among their kind: the n-th of a name is the n-th of another protocol's.
  return candidates.sort(
    (x, y) => y.value - x.value || x.a.index - y.a.index || x.b.index - y.b.index,
  );
}

/**
 * Proposes which operations of several protocols do the same: by their names, paths, and the values that they take and
 * give. Each is in one pair at most, and a pair has at most one operation of a protocol.
 * @param decided what a person has paired or taken apart, which stays.
 */
export function proposePairs(
  operations: readonly Pairable[],
  decided: Decided = { pairs: [], apart: new Set() },
): Pair[] {
  const keys = new Set(operations.map(({ key }) => key));
  const kept = decided.pairs
    .map((pair) => pair.filter((key) => keys.has(key)))
    .filter((pair) => pair.length > 1)
    .map((pair): Pair => ({ keys: pair, why: 'you' }));
  const taken = new Set([...kept.flatMap((pair) => pair.keys), ...decided.apart]);
  const free = operations.filter(({ key }) => !taken.has(key)).map(knownOf);
  const groups = new Map<Known, { readonly members: Known[]; why: PairReason }>();
  for (const { a, b, why } of candidatesOf(free)) {
    const [one, other] = [groups.get(a), groups.get(b)];
    const members = [...new Set([...(one?.members ?? [a]), ...(other?.members ?? [b])])];
    const protocols = new Set(members.map(({ protocol }) => protocol));
    if (protocols.size < members.length) continue;
    const group = { members, why: weaker(one?.why, other?.why, why) };
    for (const member of members) groups.set(member, group);
  }
  const proposed = [...new Set(groups.values())].map(({ members, why }) => ({
    first: Math.min(...members.map(({ index }) => index)),
    keys: [...members].sort((x, y) => x.index - y.index).map(({ key }) => key),
    why,
  }));
  return [
    ...kept,
    ...proposed
      .sort((x, y) => x.first - y.first)
      .map(({ keys: some, why }) => ({ keys: some, why })),
  ];
}

const certainty: readonly PairReason[] = ['fields', 'path', 'name'];

/** The least certain of some reasons. */
function weaker(...reasons: readonly (PairReason | undefined)[]): PairReason {
  return certainty.find((one) => reasons.includes(one)) ?? 'name';
}
