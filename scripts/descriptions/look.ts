import { sep } from 'node:path';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { readSource, serviceSources } from '../../engine/own-service/sources.ts';
import { graphqlKind } from './graphql.ts';
import type { Description, DescriptionKind } from './kinds.ts';
import { openapiKind } from './openapi.ts';
import { protoKind } from './proto.ts';
import type { Looked } from './tally.ts';
import { wsdlKind } from './wsdl.ts';

export const kinds: readonly DescriptionKind[] = [openapiKind, protoKind, wsdlKind, graphqlKind];

/** The innermost folder that contains all of these. */
function folderAround(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split(sep));
  const isShared = (index: number) => others.every((parts) => parts[index] === first[index]);
  const end = first.findIndex((_part, index) => !isShared(index));
  return first.slice(0, end < 0 ? first.length : end).join(sep) || sep;
}

/** Reads a description with Wirebench's reader, and has the validator check its samples. */
export async function look(kind: DescriptionKind, description: Description): Promise<Looked> {
  const { file, tree, imports } = description;
  const source = serviceSources.find(({ name }) => name === kind.name);
  if (!source) throw new Error(`There is no reader ${kind.name}.`);
  const declared = await kind.declared(description).catch(() => null);
  const looked = { kind, file, tree, declared, unread: null, left: [], verdicts: [] };
  try {
    const experiment = { folder: folderAround([tree, ...imports]), imports: [...imports, tree] };
    const [found] = await readSource(source, [file], experiment);
    if (!found) return { ...looked, unread: 'nothing was found in it' };
    const left = found.remarks.filter((one) => /(^Left out|is left out:)/.test(one));
    return { ...looked, left, verdicts: await kind.judge(description, found) };
  } catch (error) {
    if (!(error instanceof WirebenchError)) throw error;
    return { ...looked, unread: messageOf(error) };
  }
}
