import type { MessageType } from '../../workloads/description.ts';

/**
 * A quick reader of SOAP answers in their usual form, because the full parser takes a third of a
 * second for two megabytes, during which the worker could send nothing.
 */

const prefix = '((?:[A-Za-z_][\\w.-]*:)?)';
const attributes = '(?:\\s[^<>]*[^<>/])?\\s*';
const open = (name: string) => `\\s*<${prefix}${name}${attributes}>`;
const close = (name: string) => `\\s*</${prefix}${name}\\s*>`;
const header = `(?:\\s*<${prefix}Header(?:${attributes}/>|${attributes}>\\s*</\\2Header\\s*>))?`;

/**
 * Reads an envelope that contains only an answer's elements, in any order and each once, with only text
 * inside.
 * @returns the texts as written, references unresolved; null for any other form, valid or not.
 */
export type PlainAnswerReader = (xml: string) => Record<string, string> | null;

/** The quick reader of an answer; null if a field is not a single scalar. */
export function plainAnswerReader(element: string, type: MessageType): PlainAnswerReader | null {
  const names = type.fields.map(({ name }) => name);
  const isFlat = type.fields.every(
    (field) => !field.repeated && (typeof field.type === 'string' || field.type.kind === 'enum'),
  );
  if (!isFlat || names.length === 0) return null;
  // From the start to the first field; captures the prefixes of envelope, body and answer.
  const head = new RegExp(
    `(?:<\\?xml[^<>]*\\?>)?${open('Envelope')}${header}${open('Body')}${open(element)}`,
    'y',
  );
  const tail = new RegExp(`${close(element)}${close('Body')}${close('Envelope')}\\s*$`, 'y');
  const field = new RegExp(
    `\\s*<${prefix}(${names.join('|')})${attributes}>([^<]*)</\\1\\2\\s*>`,
    'y',
  );
  return (xml) => readPlain(xml, head, field, tail);
}

function readPlain(
  xml: string,
  head: RegExp,
  field: RegExp,
  tail: RegExp,
): Record<string, string> | null {
  const begun = matchAt(head, xml, 0);
  if (!begun) return null;
  const fields: Record<string, string> = {};
  let at = begun[0].length;
  for (let found = matchAt(field, xml, at); found; found = matchAt(field, xml, at)) {
    const [whole, , name = '', text = ''] = found;
    if (Object.hasOwn(fields, name)) return null;
    fields[name] = text;
    at += whole.length;
  }
  const ended = matchAt(tail, xml, at);
  const [, envelope, , body, answer] = begun;
  const matches = ended?.[1] === answer && ended?.[2] === body && ended?.[3] === envelope;
  return matches ? fields : null;
}

/** Matches a sticky expression at a position. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
