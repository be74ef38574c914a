import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Size of a document's selection. */
export interface Extent {
  /** Nested levels of selections. */
  readonly depth: number;
  /** Fields; those of fragments count for each use. */
  readonly fields: number;
}

const nothing: Extent = { depth: 0, fields: 0 };

/** Measures a valid document, in which fragments are not recursive. The largest operation counts. */
export function extentOf({ definitions }: DocumentNode): Extent {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Extent>();

  function ofFragment(name: string): Extent {
    const fragment = fragments.get(name);
    const extent = known.get(name) ?? ofSet(fragment?.selectionSet);
    known.set(name, extent);
    return extent;
  }

  function ofSelection(selection: SelectionNode): Extent {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    const within = ofSet(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return within;
    return { depth: within.depth + 1, fields: within.fields + 1 };
  }

  function ofSet(set: SelectionSetNode | undefined): Extent {
    return (set?.selections ?? []).map(ofSelection).reduce(
      (sum, one) => ({
        depth: Math.max(sum.depth, one.depth),
        fields: sum.fields + one.fields,
      }),
      nothing,
    );
  }

  const operations = definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? ofSet(definition.selectionSet) : nothing,
  );
  return {
    depth: Math.max(0, ...operations.map(({ depth }) => depth)),
    fields: Math.max(0, ...operations.map(({ fields }) => fields)),
  };
}
