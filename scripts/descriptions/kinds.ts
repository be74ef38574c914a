import type { FoundService } from '../../contracts/found.ts';
import type { serviceSources } from '../../engine/own-service/sources.ts';

/** A file that describes a service. */
export interface Description {
  /** Its path. */
  readonly file: string;
  readonly text: string;
  /** The folder that it and what it refers to lie in. */
  readonly tree: string;
  /** Other folders in which imported files are looked for. */
  readonly imports: readonly string[];
}

/** What the validator says of the sample of an operation; `unseen` where it has nothing to say, or cannot. */
export interface Verdict {
  readonly operation: string;
  readonly said: 'accepted' | 'refused' | 'unseen';
  /** Why, of all that is not accepted. */
  readonly why: string;
}

/** A kind of description, and the validator that was not written here. */
export interface DescriptionKind {
  /** Name of the product's reader. */
  readonly name: (typeof serviceSources)[number]['name'];
  readonly title: string;
  readonly validator: string;
  isOne(file: string, text: string): boolean;
  /** How many operations that could be measured it declares, counted without the product's reader. @throws Error */
  declared(description: Description): Promise<number>;
  /** One verdict for each operation of this file that has a sample. */
  judge(description: Description, found: FoundService): Promise<Verdict[]>;
}

export const accepted = (operation: string): Verdict => ({ operation, said: 'accepted', why: '' });
export const refused = (operation: string, why: string): Verdict => ({
  operation,
  said: 'refused',
  why,
});
export const unseen = (operation: string, why: string): Verdict => ({
  operation,
  said: 'unseen',
  why,
});
