import type { FormPart } from '../../../contracts/experiment/bodies.ts';
import { sampleFile } from '../saved/form-parts.ts';
import { none, type Sampler } from './sample.ts';
import type { SchemaReader } from './schema.ts';
import { isMapping, listAt, type Mapping, mappingAt, textAt } from './tree.ts';

/** Maximum number of form fields; servers require few. */
const maxFields = 30;

/** Whether a schema describes the content of a file. */
function isFile(reader: SchemaReader, schema: unknown): boolean {
  const flat = reader.flat(schema);
  if (typeof flat === 'boolean') return false;
  const type = textAt(flat, 'type');
  if (type === 'file') return true;
  const isText = type === 'string' || reader.types(flat).includes('string');
  const isOctets = textAt(flat, 'format') === 'binary' || textAt(flat, 'contentMediaType') !== '';
  return isOctets && (isText || type === '');
}

/** The first type where there are several. */
const oneType = (types: string) => /^[\w.+-]+\/[\w.+-]+/.exec(types.trim())?.[0];

/** Creates samples of multipart forms. */
export class MultipartWriter {
  readonly #reader: SchemaReader;
  readonly #sampler: Sampler;

  constructor(reader: SchemaReader, sampler: Sampler) {
    this.#reader = reader;
    this.#sampler = sampler;
  }

  /** @returns none where a required field has no example. */
  write(media: Mapping, examples: readonly unknown[]): FormPart[] | typeof none {
    const schema = this.#reader.flat(media.schema ?? true);
    if (typeof schema === 'boolean') return none;
    const properties = mappingAt(schema, 'properties');
    const required = listAt(schema, 'required');
    const example = examples.find(isMapping) ?? {};
    const parts: FormPart[] = [];
    for (const [name, property] of Object.entries(properties)) {
      const isNeeded = required.includes(name);
      if (!isNeeded && (parts.length >= maxFields || !this.#isWanted(property))) continue;
      const type = oneType(textAt(mappingAt(media, 'encoding')[name], 'contentType'));
      const made = this.#parts(name, property, type, example[name]);
      if (made !== none) parts.push(...made);
      else if (isNeeded) return none;
    }
    return parts.length > 0 ? parts : none;
  }

  #isWanted(property: unknown): boolean {
    const flat = this.#reader.flat(property);
    return (
      typeof flat !== 'boolean' && flat.deprecated !== true && !this.#reader.isReadOnly(property)
    );
  }

  /** The parts of a field; a list has one for each item. */
  #parts(
    name: string,
    schema: unknown,
    type: string | undefined,
    example: unknown,
  ): FormPart[] | typeof none {
    const flat = this.#reader.flat(schema);
    const items = typeof flat === 'boolean' ? undefined : flat.items;
    if (isFile(this.#reader, schema) || (items !== undefined && isFile(this.#reader, items))) {
      return [sampleFile(name, type)];
    }
    const value = this.#sampler.sample(schema, [example]);
    if (value === none) return none;
    return (Array.isArray(value) ? value : [value]).map((one) => ({
      name,
      value: typeof one === 'object' && one !== null ? one : String(one),
      ...(type === undefined ? {} : { type }),
    }));
  }
}
