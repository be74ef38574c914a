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

/** Maximum nesting of objects below the requested field. */
const deepest = 3;
/** Maximum number of scalar fields per object, by its depth, and in the whole document. */
const maxAtDepth = [0, 40, 12, 6];
const maxInAll = 150;
/** Maximum number of types of a union or interface that get a fragment. */
const maxFragments = 8;

type Field = GraphQLField<unknown, unknown>;

/** State of one document's selection. */
class Selecting {
  left = maxInAll;
  readonly #schema: GraphQLSchema;
  /** Types of the enclosing objects: none is entered again, which would be a circle. */
  readonly #open = new Set<string>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The selection of a field of this type; empty for a scalar. */
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
   * @param taken names in the response with their types: adjacent fragments must not conflict.
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
      // A field without values has a cost, too.
      this.left -= 1;
    }
    return lines;
  }
}

/** A paged field with few items, under an alias where its name is already used. */
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

/** The selection of a field: its scalars and those of nested objects, within the limits. */
export function generatedSelection(schema: GraphQLSchema, field: Field): string {
  return new Selecting(schema).below(getNamedType(field.type), 1);
}
