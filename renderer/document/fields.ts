import type { Path } from '../../contracts/experiment/path.ts';
import type { Choice } from '../../contracts/experiment/setting.ts';
import { type Setting, settings } from '../../contracts/experiment/settings.ts';

/** A setting of the experiment file as the form shows it. */
export interface FieldSpec extends Omit<Setting, 'path'> {
  readonly path: Path;
  /** The path, joined by dots. */
  readonly name: string;
}

const fields: readonly FieldSpec[] = settings.map((setting) => ({
  ...setting,
  name: setting.path,
  path: setting.path.split('.'),
}));

/**
 * The setting at a path, such as `factors.tls`.
 * @throws RangeError when the file has no such key.
 */
export function field(name: string): FieldSpec {
  const found = fields.find((one) => one.name === name);
  if (!found) throw new RangeError(`The experiment file has no ${name}`);
  return found;
}

/** The choices of a setting, with their meanings; none if it is not a choice. */
export function choicesOf({ choices = {} }: FieldSpec): (Choice & { readonly value: string })[] {
  return Object.entries(choices).map(([value, choice]) => ({ value, ...choice }));
}

/** The settings of a part of the form, except those of the load. */
export function fieldsIn(section: Setting['section']): FieldSpec[] {
  return fields.filter((one) => one.section === section && one.model === null);
}

/** The settings of a load besides its model, in the order of the form. */
export function loadFields(model: unknown): FieldSpec[] {
  return fields.filter(
    (one) => one.model === model && one.section === 'Load' && one.name !== 'load.model',
  );
}
