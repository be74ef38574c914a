import { createHash } from 'node:crypto';
import type { AnswerOutline } from '../../contracts/exchange.ts';
import type { OwnServiceAnswer } from '../../workloads/own-service/judge.ts';
import { readXmlTree, textOfNode, type XmlElement } from '../../workloads/own-service/xml-tree.ts';

/** Names that are kept; the numbers count all. */
const maxFields = 200;

/** Values by the names of their fields, wherever they are. */
interface Leaf {
  readonly name: string;
  readonly value: string;
}

interface Leaves {
  readonly leaves: Leaf[];
  /** Items of the longest list; null without any. */
  longest: number | null;
}

/**
 * What an answer holds, so that answers in different encodings can be compared: names without their spelling, values as
 * text. Empty and default values are left out, as Protobuf does.
 */
export function outlineOfMessage(message: unknown): AnswerOutline {
  const found: Leaves = { leaves: [], longest: null };
  takeValue('', message, found);
  return outlineOf(found);
}

/** @returns null for a body that is neither JSON nor XML. */
export function outlineOfAnswer({ body }: Pick<OwnServiceAnswer, 'body'>): AnswerOutline | null {
  try {
    if (/^\s*</.test(body)) {
      const found: Leaves = { leaves: [], longest: null };
      for (const child of readXmlTree(body).childNodes) takeElement(child, found);
      return outlineOf(found);
    }
    return outlineOfMessage(JSON.parse(body));
  } catch {
    // Of what cannot be read, nothing is known: its own checks judge it.
    return null;
  }
}

function outlineOf({ leaves, longest }: Leaves): AnswerOutline {
  const lines = leaves.map(({ name, value }) => `${name}=${value}`).sort();
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
  return {
    fields: [...new Set(leaves.map(({ name }) => name))].sort().slice(0, maxFields),
    values: leaves.length,
    characters: leaves.reduce((sum, { value }) => sum + value.length, 0),
    records: longest,
    digest,
  };
}

/** `order_id`, `orderId` and `OrderID` are one name. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** `7.0`, `"7"` and `7` are one value. */
function plainText(value: unknown): string {
  const text = String(value);
  const number = text.length < 16 && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? String(number) : text;
}

function takeText(name: string, value: unknown, { leaves }: Leaves): void {
  const text = plainText(value);
  if (text === '' || text === '0' || text === 'false') return;
  leaves.push({ name: plainName(name), value: text });
}

function takeValue(name: string, value: unknown, found: Leaves): void {
  if (value === null || value === undefined || name === '__typename') return;
  if (value instanceof Uint8Array) takeText(name, Buffer.from(value).toString('base64'), found);
  else if (Array.isArray(value)) {
    found.longest = Math.max(found.longest ?? 0, value.length);
    for (const item of value) takeValue(name, item, found);
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) takeValue(key, inner, found);
  } else takeText(name, value, found);
}

/** Siblings of one name are a list. */
function takeElement(element: XmlElement, found: Leaves): void {
  const children = element.childNodes.filter((child) => child.nodeType === 1);
  if (children.length === 0) {
    takeText(element.localName, textOfNode(element), found);
    return;
  }
  for (const alike of Map.groupBy(children, ({ localName }) => localName).values()) {
    if (alike.length > 1) found.longest = Math.max(found.longest ?? 0, alike.length);
  }
  for (const child of children) takeElement(child, found);
}
