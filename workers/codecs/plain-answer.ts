import { productRoutes } from '../../contracts/workloads/product.ts';
import type { Operation } from '../../contracts/workloads/product-shapes.ts';

/**
 * A quick reader of SOAP answers in their usual form, because the full parser takes a third of a
 * second for two megabytes, during which the worker could send nothing.
 */

const prefix = '((?:[A-Za-z_][\\w.-]*:)?)';
const attributes = '(?:\\s[^<>]*[^<>/])?\\s*';
const open = (name: string) => `\\s*<${prefix}${name}${attributes}>`;
const close = (name: string) => `\\s*</${prefix}${name}\\s*>`;

/** From the start to the first field, captured: the prefixes of envelope, body and answer. */
const heads = perOperation((element) => {
  const header = `(?:\\s*<${prefix}Header(?:${attributes}/>|${attributes}>\\s*</\\2Header\\s*>))?`;
  return `(?:<\\?xml[^<>]*\\?>)?${open('Envelope')}${header}${open('Body')}${open(element)}`;
});
const tails = perOperation(
  (element) => `${close(element)}${close('Body')}${close('Envelope')}\\s*$`,
);
const field = new RegExp(
  `\\s*<${prefix}(id|name|description)${attributes}>([^<]*)</\\1\\2\\s*>`,
  'y',
);

function perOperation(source: (element: string) => string): Record<Operation, RegExp> {
  const of = (operation: Operation) =>
    new RegExp(source(productRoutes[operation].soap.response), 'y');
  return { echo: of('echo'), modify: of('modify') };
}

/** Matches a sticky expression at a place. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/**
 * Reads an envelope that holds nothing but the answer's three elements, in any order, with
 * nothing but text inside.
 * @returns the texts as they stand, references unresolved; null for any other form, right or wrong.
 */
export function readPlainAnswer(operation: Operation, xml: string): Record<string, string> | null {
  const head = matchAt(heads[operation], xml, 0);
  if (!head) return null;
  const fields: Record<string, string> = {};
  let at = head[0].length;
  for (let count = 0; count < 3; count++) {
    const found = matchAt(field, xml, at);
    const [whole, , name, text] = found ?? [];
    if (whole === undefined || name === undefined || text === undefined || name in fields)
      return null;
    fields[name] = text;
    at += whole.length;
  }
  const tail = matchAt(tails[operation], xml, at);
  const [, envelope, , body, answer] = head;
  const matches = tail?.[1] === answer && tail?.[2] === body && tail?.[3] === envelope;
  return matches ? fields : null;
}
