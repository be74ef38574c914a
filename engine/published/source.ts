import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type {
  PublishedDimension,
  PublishedHead,
  PublishedMark,
  PublishedPlace,
  PublishedTable,
  PublishedValue,
} from '../../contracts/published.ts';
import type { StudyName } from '../../contracts/studies.ts';

/** What every file of published numbers says of its study. */
export const studyFactsSchema = z.object({
  title: z.string(),
  author: z.string(),
  institution: z.string(),
  year: z.number().int(),
  machine: z.string(),
});
export type StudyFacts = z.infer<typeof studyFactsSchema>;

/** The tables of one study. */
export interface StudyReader {
  /** What the study did and found. */
  readonly about: string;
  /** @param data content of the study's file of numbers. @throws z.ZodError when it has not its form. */
  tables(data: unknown): PublishedTable[];
}

const folder = new URL('../../fixtures/published/', import.meta.url);

/** @throws SyntaxError when the file is damaged. */
export function readNumbers(study: StudyName): unknown {
  return JSON.parse(readFileSync(new URL(`${study}.json`, folder), 'utf8'));
}

/** A dimension whose levels go by the names given, or by their keys. */
export function dimension(
  key: string,
  name: string,
  levels: Readonly<Record<string, string>> | readonly string[],
): PublishedDimension {
  const named: readonly (readonly [string, string])[] = isList(levels)
    ? levels.map((level) => [level, level] as const)
    : Object.entries(levels);
  return { key, name, levels: named.map(([level, text]) => ({ key: level, name: text })) };
}

function isList(
  levels: Readonly<Record<string, string>> | readonly string[],
): levels is readonly string[] {
  return Array.isArray(levels);
}

/** Names of protocols as the tables print them. */
export const protocolNames = {
  rest: 'REST',
  soap: 'SOAP',
  grpc: 'gRPC',
  graphql: 'GraphQL',
  rsocket: 'RSocket',
} as const;

export function protocolDimension(...keys: (keyof typeof protocolNames)[]): PublishedDimension {
  return dimension(
    'protocol',
    'Protocol',
    Object.fromEntries(keys.map((key) => [key, protocolNames[key]])),
  );
}

/** A figure as the study printed it; without a text it is written as the number is. */
export function figure(
  at: PublishedPlace,
  metric: string,
  value: number,
  from: string,
  more: { readonly printed?: string; readonly marks?: readonly (PublishedMark | null)[] } = {},
): PublishedValue {
  const marks = (more.marks ?? []).filter((mark) => mark !== null);
  return { at, metric, value, printed: more.printed ?? String(value), marks, from };
}

export const doubtful = (note: string): PublishedMark => ({ kind: 'doubtful', note });
export const misprint = (note: string): PublishedMark => ({ kind: 'misprint', note });
export const capped = (note: string): PublishedMark => ({ kind: 'capped', note });
export const borrowed = (note: string): PublishedMark => ({ kind: 'borrowed', note });

/** Completes a table; what it leaves out is empty. */
export function table(
  head: Omit<PublishedHead, 'figures' | 'settings' | 'notes'> &
    Partial<Pick<PublishedHead, 'settings' | 'notes'>>,
  values: PublishedValue[],
): PublishedTable {
  return { settings: [], notes: [], ...head, figures: values.length, values };
}
