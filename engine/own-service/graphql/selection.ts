import {
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Objects inside of each other below the field that is asked for. */
const deepest = 3;
/** Most fields with values that one object gets, by how deep it is, and that a document gets in all. */
const maxAtDepth = [0, 40, 12, 6];
const maxInAll = 150;
/** Most types of a union or interface that get a fragment. */
const maxFragments = 8;

type Field = GraphQLField<unknown, unknown>;

/** What one document's selection is made with. */
class Selecting {
  left = maxInAll;
  readonly #schema: GraphQLSchema;
  /** Types that hold the place: none is entered again, which would be a circle. */
  readonly #open = new Set<string>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** What stands behind a field of this type; empty for one that has a value by itself. */
  below(type: GraphQLNamedOutputType, depth: number): string {
    if (isLeafType(type)) return '';
    this.#open.add(type.name);
    const lines = isObjectType(type)
      ? this.#fields(Object.values(type.getFields()), depth, new Map(), '')
      : this.#alternatives(type, depth);
    this.#open.delete(type.name);
    return ` { ${(lines.length === 0 ? ['__typename'] : lines).join(' ')} }`;
  }

  #alternatives(type: GraphQLNamedOutputType, depth: number): string[] {
    const lines = ['__typename'];
    const taken = new Map<string, string>();
    if (isInterfaceType(type)) {
      lines.push(...this.#fields(Object.values(type.getFields()), depth, taken, ''));
    }
    const common = new Set(taken.keys());
    if (!isAbstractType(type)) return lines;
    for (const member of this.#schema.getPossibleTypes(type).slice(0, maxFragments)) {
      if (this.#open.has(member.name)) continue;
      this.#open.add(member.name);
      const own = Object.values(member.getFields()).filter(({ name }) => !common.has(name));
      const inside = this.#fields(own, depth, taken, member.name);
      this.#open.delete(member.name);
      if (inside.length > 0) lines.push(`... on ${member.name} { ${inside.join(' ')} }`);
    }
    return lines;
  }

  /**
   * @param taken names in the answer with what they hold: fragments beside each other may not disagree.
   * @param member the type of the fragment; empty outside of one.
   */
  #fields(
    fields: readonly Field[],
    depth: number,
    taken: Map<string, string>,
    member: string,
  ): string[] {
    const usable = fields.filter(
      ({ args, deprecationReason }) => deprecationReason == null && !args.some(isRequiredArgument),
    );
    const leaves = usable.filter(({ type }) => isLeafType(getNamedType(type)));
    const room = Math.min(this.left, maxAtDepth[depth] ?? 0);
    const lines = leaves.slice(0, room).map((field) => named(field, taken, member, false));
    this.left -= lines.length;
    if (depth >= deepest) return lines;
    for (const field of usable) {
      const type = getNamedType(field.type);
      if (isLeafType(type) || this.#open.has(type.name) || this.left <= 0) continue;
      lines.push(`${named(field, taken, member, true)}${this.below(type, depth + 1)}`);
      // A field without values costs something, too.
      this.left -= 1;
    }
    return lines;
  }
}

/** A field with a page of few items, by another name where its own is taken by something else. */
function named(
  field: Field,
  taken: Map<string, string>,
  member: string,
  isObject: boolean,
): string {
  const paged = field.args.some(({ name, type }) => name === 'first' && String(type) === 'Int');
  const asked = `${field.name}${paged ? '(first: 5)' : ''}`;
  const holds = `${asked}: ${field.type}`;
  const other = taken.get(field.name);
  if (other === undefined) {
    taken.set(field.name, holds);
    return asked;
  }
  if (other === holds && !isObject) return asked;
  return `${member}_${field.name}: ${asked}`;
}

/** The selection behind a field: its values and those of the objects in it, as far as is sensible. */
export function generatedSelection(schema: GraphQLSchema, field: Field): string {
  return new Selecting(schema).below(getNamedType(field.type), 1);
}
