import { protocolsWhere } from '../../../contracts/protocols.ts';
import type { TextKind } from '../../../contracts/words.ts';
import {
  expectedProduct,
  makeProduct,
  type Product,
  productWorkload,
} from '../../../workloads/product/product.ts';
import { namedShapes, type Operation } from '../../../workloads/product/shapes.ts';
import { shownValue } from '../words.ts';
import { type AnswerCase, judgeBy, oncePerOrder } from './case.ts';

const usual: Product = { id: '0', name: 'Coffee', description: 'A cup of coffee' };
const answers: Readonly<Record<Operation, string>> = {
  echo: 'the same product',
  modify: 'the product with its description reversed',
};

function operationOf(name: Operation): AnswerCase['operation'] {
  const operation = productWorkload.description.operations[name];
  if (!operation) throw new TypeError(`no operation ${name}`);
  return operation;
}

type Words = Pick<AnswerCase, 'name' | 'holds' | 'notIn'>;

function said(operation: Operation, words: Words, fields: Partial<Product> = {}): AnswerCase {
  const request = { ...usual, ...fields };
  return {
    ...words,
    sent: `${operation} of ${shownValue(Object.keys(fields).length > 0 ? fields : request)}`,
    expected: answers[operation],
    operation: operationOf(operation),
    request: () => request,
    judge: judgeBy(() => expectedProduct(operation, request)),
  };
}

function long(operation: Operation, text: TextKind, words: Words): AnswerCase {
  const { length } = namedShapes.large;
  const made = oncePerOrder(({ seed }) => makeProduct({ operation, length }, text, seed));
  return {
    ...words,
    sent: `${operation} of a description of ${length} characters (${text})`,
    expected: answers[operation],
    operation: operationOf(operation),
    request: made,
    judge: judgeBy((order) => expectedProduct(operation, made(order))),
  };
}

/** Required answers of the product workload. */
export const productAnswers: readonly AnswerCase[] = [
  said('echo', { name: 'echo', holds: 'answers with the product as it came' }),
  said('modify', {
    name: 'modify',
    holds: 'answers with the characters of the description in reverse order',
  }),
  said(
    'echo',
    { name: 'echo-empty', holds: 'accepts empty texts' },
    { id: '', name: '', description: '' },
  ),
  said(
    'modify',
    { name: 'modify-empty', holds: 'reverses an empty text to an empty text' },
    { description: '' },
  ),
  said(
    'echo',
    { name: 'echo-markup', holds: 'accepts XML and JSON markup in texts' },
    {
      name: '<a b="c">&amp;\'&lt;\\"\\u0041',
      description: ']]> <![CDATA[x]]> <!-- y --> </description>',
    },
  ),
  said(
    'echo',
    { name: 'echo-blanks', holds: 'keeps blanks, even in texts of nothing else' },
    { id: ' ', name: '  two  at  each  end  ', description: '\t\n \u00a0' },
  ),
  said(
    'echo',
    { name: 'echo-line-ends', holds: 'keeps line ends as they are' },
    { description: 'a\r\nb\rc\n\n' },
  ),
  said(
    'echo',
    { name: 'echo-like-values', holds: 'keeps texts that look like numbers or null' },
    { id: '007', name: '1e5', description: 'null' },
  ),
  said(
    'echo',
    { name: 'echo-scripts', holds: 'carries characters of all scripts' },
    { name: 'Kaffe på åäö', description: 'قهوة コーヒー кофе 한국어 ß€…' },
  ),
  said(
    'modify',
    { name: 'modify-astral', holds: 'reverses characters beyond the BMP without splitting them' },
    { description: 'a😀𝄞b𠮷🚀' },
  ),
  said(
    'modify',
    { name: 'modify-code-points', holds: 'reverses code points, not graphemes' },
    { description: 'e\u0301x👩\u200d👧🇸🇪' },
  ),
  said(
    'echo',
    { name: 'echo-rare', holds: 'keeps byte order marks and rare line ends' },
    { description: '\ufeffa\u2028b\u2029c\ufffd' },
  ),
  said(
    'echo',
    {
      name: 'echo-control',
      holds: 'carries control characters if the encoding allows them',
      notIn: protocolsWhere(({ encoding }) => encoding === 'xml'),
    },
    { description: 'a\u0000b\u0001c\u001f\u007f' },
  ),
  long('echo', 'ascii', { name: 'echo-long', holds: 'accepts long texts, and returns them' }),
  long('modify', 'multibyte', {
    name: 'modify-long-multibyte',
    holds: 'does not split characters at message parts',
  }),
  long('modify', 'escaped', {
    name: 'modify-long-escaped',
    holds: 'reverses long texts that need escaping',
  }),
];
