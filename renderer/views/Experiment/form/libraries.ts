import { protocolFacts } from '../../../../contracts/protocols.ts';
import { protocols } from '../../../../contracts/words.ts';

/** Packages of the library clients of these protocols; undefined if the file names no known protocol. */
export function librariesOf(chosen: readonly string[]): string | undefined {
  const known = protocols.filter((protocol) => chosen.includes(protocol));
  if (known.length === 0) return undefined;
  const each = known.map((protocol) => {
    const { library, label } = protocolFacts[protocol];
    return `${library} (${label})`;
  });
  return `Library: ${each.join(', ')}`;
}
