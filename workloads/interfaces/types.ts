import type { EnumType, FieldType, MessageType } from '../description.ts';

/** The types used in a workload's messages, each once, in order of first use. */
export interface UsedTypes {
  readonly messages: readonly MessageType[];
  readonly enums: readonly EnumType[];
}

/** All types below the given ones; a message precedes those of its fields. */
export function typesBelow(roots: readonly MessageType[]): UsedTypes {
  const messages = new Map<string, MessageType>();
  const enums = new Map<string, EnumType>();
  const visit = (type: FieldType): void => {
    if (typeof type === 'string') return;
    if (type.kind === 'enum') {
      enums.set(type.name, type);
      return;
    }
    if (messages.has(type.name)) return;
    messages.set(type.name, type);
    for (const field of type.fields) visit(field.type);
  };
  for (const root of roots) visit(root);
  return { messages: [...messages.values()], enums: [...enums.values()] };
}
