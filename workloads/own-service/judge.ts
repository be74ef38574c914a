import { messageOf } from '../../contracts/errors.ts';
import { type AnswerCheck, describeCheck } from '../../contracts/experiment/checks.ts';
import { isSecretName } from '../../contracts/secret-names.ts';
import { pathQuery } from './json-path.ts';
import { type Namespaces, xmlQuery } from './xml-path.ts';
import { readXmlTree, type XmlDocument } from './xml-tree.ts';

/** Key of the fast lookup of a text at a plain path. */
export const textOfPath = Symbol('text at a plain path');

/** Key of the octets received as the body. */
export const answerOctets = Symbol('octets of the body');

/** An answer of an own service, as seen by checks. */
export interface OwnServiceAnswer {
  /** HTTP status, or gRPC code. */
  readonly status: number;
  /** By lower-case name; of several with one name the last. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; a message of Protobuf in its JSON mapping. */
  readonly body: string;
  /** If the driver provides it. */
  readonly [answerOctets]?: Uint8Array;
  /**
   * The text at a path of names and indexes, without building or parsing the body.
   * @returns undefined if the body has to be parsed.
   */
  readonly [textOfPath]?: ((path: readonly (string | number)[]) => string | undefined) | undefined;
}

/** An answer as data, parsed once, on first use. */
export interface ReadAnswer {
  /** @throws SyntaxError if it is not JSON. */
  readonly json: () => unknown;
  /** @throws Error if it is not XML, or too large. */
  readonly tree: () => XmlDocument;
}

export function readOnce(answer: Pick<OwnServiceAnswer, 'body'>): ReadAnswer {
  let parsed: { readonly value: unknown } | null = null;
  let tree: XmlDocument | null = null;
  return {
    json: () => {
      parsed ??= { value: JSON.parse(answer.body) };
      return parsed.value;
    },
    tree: () => {
      tree ??= readXmlTree(answer.body);
      return tree;
    },
  };
}

/** @returns what is wrong with an answer, as a sentence; null if it is right. */
export type Judge = (answer: OwnServiceAnswer) => string | null;

/** @param hidden masks secrets before a text is cut, since cutting could leave a part of one. */
const shown = (value: unknown, hidden: (text: string) => string) => {
  const text = hidden(JSON.stringify(value) ?? 'nothing');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};

/** The values that a check looks at; a path may find several or none. */
type Looker = (answer: OwnServiceAnswer, read: ReadAnswer) => readonly unknown[];

function lookerOf(check: AnswerCheck, namespaces: Namespaces): Looker {
  const { path, xpath, header, status } = check;
  if (status !== undefined) return (answer) => [answer.status];
  if (header !== undefined) {
    const name = header.toLowerCase();
    return ({ headers }) => (headers[name] === undefined ? [] : [headers[name]]);
  }
  if (xpath !== undefined) {
    const query = xmlQuery(xpath, namespaces);
    return (_answer, { tree }) => query(tree());
  }
  if (path === undefined) return ({ body }) => [body];
  const query = pathQuery(path);
  return (_answer, { json }) => query(json());
}

function testOf(check: AnswerCheck): (value: unknown) => boolean {
  const { status, equals, contains, matches } = check;
  if (status !== undefined) return (value) => value === status;
  if (contains !== undefined) return (value) => textOf(value).includes(contains);
  if (matches !== undefined) {
    const pattern = new RegExp(matches);
    return (value) => pattern.test(textOf(value));
  }
  // Headers, and numbers that Protobuf writes as text, are compared as text.
  return (value) => value === equals || (typeof value === 'string' && value === String(equals));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function judgeOf(
  check: AnswerCheck,
  { hidden = (text) => text, namespaces = {} }: JudgeOptions,
): (answer: OwnServiceAnswer, read: ReadAnswer) => string | null {
  const look = lookerOf(check, namespaces);
  const wanted = describeCheck(check);
  if (check.exists !== undefined) {
    // A boolean XPath always finds a value: its result decides about existence.
    return (answer, read) => {
      const values = look(answer, read);
      const found = values.length > 0 && !(check.xpath !== undefined && values[0] === false);
      return found === check.exists ? null : `expected ${wanted}`;
    };
  }
  const holds = testOf(check);
  const names = (check.header ?? check.path ?? check.xpath ?? '').match(/[\w-]+/g) ?? [];
  const describe = names.some(isSecretName)
    ? () => 'another value, which is not shown'
    : (value: unknown) => shown(value, hidden);
  return (answer, read) => {
    const values = look(answer, read);
    if (values.length > 0 && values.every(holds)) return null;
    const wrong = values.find((one) => !holds(one));
    const got = values.length === 0 ? 'nothing is there' : `got ${describe(wrong)}`;
    return `expected ${wanted}, ${got}`;
  };
}

export interface JudgeOptions {
  /** Masks secrets in reports about an answer. */
  readonly hidden?: (text: string) => string;
  readonly namespaces?: Namespaces | undefined;
}

/** Combines checks; reports the first that fails. @throws Error for an invalid JSONPath or XPath. */
export function judgeAnswers(checks: readonly AnswerCheck[], options: JudgeOptions = {}): Judge {
  const judges = checks.map((check) => judgeOf(check, options));
  return (answer) => {
    const read = readOnce(answer);
    try {
      for (const judge of judges) {
        const wrong = judge(answer, read);
        if (wrong !== null) return wrong;
      }
    } catch (error) {
      // A service may return anything, such as an HTML page; that is a wrong answer, not an error of
      // Wirebench.
      return `the answer cannot be read: ${messageOf(error)}`;
    }
    return null;
  };
}
