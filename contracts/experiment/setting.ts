import { z } from 'zod';
import type { LevelUnit, Likelihood } from '../words.ts';

/** One of the values of a setting with choices. */
export interface Choice {
  readonly label: string;
  /** Its meaning, in a few words. */
  readonly help?: string;
}

/** The parts of the form, in order. */
export const sections = [
  'Experiment',
  'Factors',
  'Load',
  'Environment',
  'Trials',
  'Thresholds',
] as const;
export type Section = (typeof sections)[number];

/**
 * Metadata of a key of the experiment file. Attached to the key's schema, and the source for everything that
 * names, explains, orders or compares settings.
 */
export interface SettingFacts {
  /** Its label in the form. */
  readonly label: string;
  /** Its meaning, in sentences. */
  readonly doc: string;
  /** The part of the form that has its row. Without one, it is set in its parent's row, or only in the file. */
  readonly section?: Section;
  /** Shown after its control in the form, in a few words. */
  readonly help?: string;
  /** Representation of its values: a duration, or a fraction shown as a percentage. */
  readonly kind?: 'duration' | 'share';
  /** Description of its values, if neither choices nor `kind` give it: `users, whole numbers`. */
  readonly unit?: string;
  /** Meaning of each value, if there are few. */
  readonly choices?: Readonly<Record<string, Choice>>;
  /** The only unit of levels, or the only search method, with which it is valid. */
  readonly goesWith?: LevelUnit | 'doubling' | 'bisection';
  /** Valid for bundled services only; with the user's own service it cannot be a factor. */
  readonly bundledOnly?: true;
  /** Effective value if the file omits it and the schema has no default; null if it is required. */
  readonly fallback?: unknown;
  /** Its term in the glossary. */
  readonly term?: string;
  /** How likely it is to explain a difference between two runs. By default it is not compared. */
  readonly likelihood?: Likelihood;
  /** Its name in comparisons of runs, if not the label. */
  readonly subject?: string;
  /** Its values, as in the tables of the documentation. */
  readonly values?: string;
  /** Its default, as in those tables. */
  readonly byDefault?: string;
  /** The heading in the documentation that has the details. */
  readonly see?: string;
}

const registry = z.registry<SettingFacts>();

/** A schema of the experiment file with the metadata of its key; its JSON schema has the description, too. */
export function setting<T extends z.ZodType>(schema: T, facts: SettingFacts): T {
  const described = schema.meta({ ...schema.meta(), description: facts.doc });
  registry.add(described, facts);
  return described;
}

/** @returns the metadata given to {@link setting} for a key; undefined for others. */
export function factsOf(schema: z.ZodType): SettingFacts | undefined {
  return registry.get(schema);
}
