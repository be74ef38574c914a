import { z } from 'zod';
import type { LevelUnit, Likelihood } from '../words.ts';

/** One of the values that a setting can be chosen from. */
export interface Choice {
  readonly label: string;
  /** What it means, in a few words. */
  readonly help?: string;
}

/** The parts of the form, in its order. */
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
 * What there is to say of a key of the experiment file. It stands at the key's schema, and everything
 * that names, explains, orders or compares settings is made from it.
 */
export interface SettingFacts {
  /** Its name in the form. */
  readonly label: string;
  /** What it means, in sentences. */
  readonly doc: string;
  /** The part of the form that has a row for it; left out, its parent's row sets it, or nothing does. */
  readonly section?: Section;
  /** Stands behind its control in the form, in a few words. */
  readonly help?: string;
  /** How its values are read and written: a length of time, or a fraction as per cent. */
  readonly kind?: 'duration' | 'share';
  /** What its values are, where neither choices nor `kind` say it: `users, whole numbers`. */
  readonly unit?: string;
  /** What each value means, where there are few. */
  readonly choices?: Readonly<Record<string, Choice>>;
  /** The unit of levels, or the method of a search, that it is of use with; a mistake beside the other. */
  readonly goesWith?: LevelUnit | 'doubling' | 'bisection';
  /** Of use with bundled services only; as a factor a mistake beside a service of the user's own. */
  readonly bundledOnly?: true;
  /** What holds where the file does not say it and the schema leaves it open; null where the file must. */
  readonly fallback?: unknown;
  /** Its term in the glossary. */
  readonly term?: string;
  /** How likely it explains that two runs differ. What is left out is not compared. */
  readonly likelihood?: Likelihood;
  /** Its name where runs are compared, if not the label. */
  readonly subject?: string;
  /** Of a table in the documentation: its values and default there, and the heading that says more. */
  readonly values?: string;
  readonly byDefault?: string;
  readonly see?: string;
}

const registry = z.registry<SettingFacts>();

/** A schema of the experiment file with what is said of its key; its JSON schema has the description, too. */
export function setting<T extends z.ZodType>(schema: T, facts: SettingFacts): T {
  const described = schema.meta({ ...schema.meta(), description: facts.doc });
  registry.add(described, facts);
  return described;
}

/** @returns what {@link setting} was told of a key; undefined of others. */
export function factsOf(schema: z.ZodType): SettingFacts | undefined {
  return registry.get(schema);
}
