import type { DescribedDimension } from '../../contracts/study-description.ts';
import { isFields, type Json } from './source.ts';

/** A part of the numbers, with the data on its path. */
export interface Found {
  readonly value: Json;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** Texts and numbers of the objects on the path, by field. */
  readonly facts: Readonly<Record<string, string>>;
  /** Levels by dimension, where the pointer named the dimension; also the key of the `metric`. */
  readonly at: Readonly<Record<string, string>>;
}

/** Values of a pointer's `{name}`. Without levels it counts the rows of a list, from 1. */
export type Choices = Readonly<Record<string, Pick<DescribedDimension, 'levels'>>>;

export function startOf(numbers: Json): Found {
  return { value: numbers, pointer: '', facts: {}, at: {} };
}

/** All matches of a pointer, in the order of the levels and rows in it; none where it leads nowhere. */
export function follow(from: Found, pointer: string, choices: Choices): Found[] {
  const [segment, ...rest] = pointer.split('/').slice(1);
  const here = { ...from, facts: { ...from.facts, ...wordsOf(from.value) } };
  if (segment === undefined) return [here];
  return stepsOf(here, segment, choices).flatMap((next) =>
    follow(next, rest.map((one) => `/${one}`).join(''), choices),
  );
}

function stepsOf(here: Found, segment: string, choices: Choices): Found[] {
  const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
  if (segment !== '*' && name === undefined) return child(here, segment, {});
  const levels = name === undefined ? undefined : choices[name]?.levels;
  if (name === undefined || levels === undefined) {
    const rows = Array.isArray(here.value) ? here.value : [];
    return rows.flatMap((_, index) =>
      child(here, String(index), name === undefined ? {} : { [name]: String(index + 1) }),
    );
  }
  return levels.flatMap(({ key, data }) => child(here, data, { [name]: key }));
}

function child(here: Found, key: string, at: Found['at']): Found[] {
  const { value, pointer } = here;
  const inner = Array.isArray(value)
    ? value[Number(key)]
    : isFields(value)
      ? value[key]
      : undefined;
  if (inner === undefined) return [];
  return [{ ...here, value: inner, pointer: `${pointer}/${key}`, at: { ...here.at, ...at } }];
}

function wordsOf(value: Json): Found['facts'] {
  if (!isFields(value)) return {};
  const words = Object.entries(value).filter(([, one]) => one !== null && typeof one !== 'object');
  return Object.fromEntries(words.map(([key, one]) => [key, String(one)]));
}
