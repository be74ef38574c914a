import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';

/** Maximum nesting of input objects; deeper ones are recursive. */
const deepest = 12;

const byName: readonly (readonly [names: RegExp, value: unknown])[] = [
  [/^(boolean|bool)$/i, true],
  [/^(float|double|number)$/i, 1.5],
  [/(^|[a-z])(datetime|timestamp|instant)/i, '2025-01-31T12:00:00Z'],
  [/duration|period/i, 'PT1H'],
  [/date$/i, '2025-01-31'],
  [/(local)?time$/i, '12:00:00Z'],
  [/(uuid|guid)$/i, '7d444840-9dc0-41d1-b245-5ffdce74fad2'],
  [/json|object|map$/i, {}],
  [/^(any|void)$/i, 1],
  [/(decimal|money|bigdecimal)$/i, '1.00'],
  [/^(big|unsigned|positive|negative|non)\w*int$/i, 1],
  [/(int|long|short|byte|int\d+)$/i, 1],
  [/^id$/i, '1'],
  [/(url|uri|href)$/i, 'https://example.com/'],
  [/e?mail/i, 'ada@example.com'],
  [/base64|bytes/i, 'AAEC'],
];

function scalar(name: string): unknown {
  return byName.find(([names]) => names.test(name))?.[1] ?? 'sample';
}

function inputObject(type: GraphQLInputObjectType, depth: number): Record<string, unknown> {
  if (depth > deepest) throw new RangeError(`${type.name} needs itself`);
  const fields = Object.values(type.getFields());
  const wanted = type.isOneOf ? oneOf(fields) : fields.filter(isRequiredInputField);
  return Object.fromEntries(wanted.map((one) => [one.name, sampleOf(one.type, depth + 1, true)]));
}

/** The first member that is not an object, since objects might be recursive. */
function oneOf<T extends { readonly type: GraphQLInputType }>(fields: readonly T[]): T[] {
  const simple = fields.find(({ type }) => !isInputObjectType(type)) ?? fields[0];
  return simple ? [simple] : [];
}

/**
 * A value that a type accepts: of input objects only the required fields.
 * @param needed whether null is not allowed, although the type permits it.
 * @throws RangeError when a value would have to contain itself.
 */
export function sampleOf(type: GraphQLInputType, depth = 0, needed = false): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, depth, true);
  if (!needed) return null;
  if (isListType(type)) {
    // A list may omit an item that cannot be created.
    try {
      return [sampleOf(type.ofType, depth + 1, true)];
    } catch {
      return [];
    }
  }
  if (isEnumType(type)) {
    const values = type.getValues();
    return (values.find((one) => one.deprecationReason == null) ?? values[0])?.name ?? null;
  }
  if (isInputObjectType(type)) return inputObject(type, depth);
  return scalar(type.name);
}
