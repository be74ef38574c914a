import type { FoundService } from '../../contracts/found.ts';
import type { serviceSources } from '../../engine/own-service/sources.ts';

/** A file that describes a service. */
export interface Description {
  /** Its path. */
  readonly file: string;
  readonly text: string;
  /** The folder that contains it and the files it refers to. */
  readonly tree: string;
  /** Other folders that are searched for imported files. */
  readonly imports: readonly string[];
}

/** The validator's verdict on the sample of an operation; `unseen` if it gives or can give none. */
export interface Verdict {
  readonly operation: string;
  readonly said: 'accepted' | 'refused' | 'unseen';
  /** The reason, unless accepted. */
  readonly why: string;
}

/** A kind of description, and its independent validator. */
export interface DescriptionKind {
  /** Name of Wirebench's reader. */
  readonly name: (typeof serviceSources)[number]['name'];
  readonly title: string;
  readonly validator: string;
  isOne(file: string, text: string): boolean;
  /** Number of measurable operations that it declares, counted without Wirebench's reader. @throws Error */
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
