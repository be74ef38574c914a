import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { StudyName } from '../../contracts/studies.ts';
import {
  type StudyDescription,
  studyDescriptionSchema,
} from '../../contracts/study-description.ts';

const folder = new URL('../../fixtures/published/', import.meta.url);

const jsonSchema = z.json();
/** Content of a file of numbers, or a part of it. */
export type Json = z.infer<typeof jsonSchema>;

/** @throws SyntaxError when the file is damaged. */
export function readNumbers(study: StudyName): Json {
  return jsonSchema.parse(JSON.parse(readFileSync(new URL(`${study}.json`, folder), 'utf8')));
}

/** Descriptions of a study's tables. @throws z.ZodError when the file is invalid. */
export function readDescription(study: string): StudyDescription {
  return parseDescription(readFileSync(new URL(`${study}.tables.yaml`, folder), 'utf8'));
}

/** @throws z.ZodError when the text is not a valid description. */
export function parseDescription(text: string): StudyDescription {
  const content = jsonSchema.parse(parse(text));
  return studyDescriptionSchema.parse(repeated(content, dimensionsOf(content)));
}

type Fields = Readonly<Record<string, Json>>;

export function isFields(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const dimensionsOf = (content: Json): Fields =>
  isFields(content) && isFields(content.dimensions) ? content.dimensions : {};

/**
 * Replaces a list entry with the key `each` by a copy for each row, with the row's fields
 * for `{field}` in every text. Rows are a list, or the levels of a dimension by its key.
 */
function repeated(content: Json, dimensions: Fields): Json {
  if (Array.isArray(content)) {
    return content.flatMap((entry) => {
      if (!isFields(entry) || entry.each === undefined) return [repeated(entry, dimensions)];
      const { each, ...rest } = entry;
      return rowsOf(each, dimensions).map((row) => repeated(withWords(rest, row), dimensions));
    });
  }
  return isFields(content) ? mapFields(content, (value) => repeated(value, dimensions)) : content;
}

function rowsOf(each: Json, dimensions: Fields): Fields[] {
  if (Array.isArray(each)) return each.filter(isFields);
  const dimension = dimensions[String(each)];
  const levels = isFields(dimension) && isFields(dimension.levels) ? dimension.levels : {};
  return Object.entries(levels).map(([key, level]) => ({
    [String(each)]: key,
    ...(isFields(level) ? level : { name: level }),
  }));
}

function withWords(content: Json, words: Fields): Json {
  if (typeof content === 'string') {
    return fillIn(content, (word) => (words[word] === undefined ? null : String(words[word])));
  }
  if (Array.isArray(content)) return content.map((entry) => withWords(entry, words));
  return isFields(content) ? mapFields(content, (value) => withWords(value, words)) : content;
}

function mapFields(fields: Fields, of: (value: Json) => Json): Json {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, of(value)]));
}

/** A text with each `{word}` replaced by its value; null leaves the word. */
export function fillIn(text: string, of: (word: string) => string | null): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (all, word: string) => of(word) ?? all);
}
