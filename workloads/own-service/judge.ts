import { messageOf } from '../../contracts/errors.ts';
import { type AnswerCheck, describeCheck } from '../../contracts/experiment/checks.ts';
import { isSecretName } from '../../contracts/secret-names.ts';
import { pathQuery } from './json-path.ts';
import { type Namespaces, xmlQuery } from './xml-path.ts';
import { readXmlTree, type XmlDocument } from './xml-tree.ts';

/** Key of what finds a text at a plain path by itself. */
export const textOfPath = Symbol('text at a plain path');

/** Key of the octets that came for a body. */
export const answerOctets = Symbol('octets of the body');

/** An answer of a user's own service, as checks look at it. */
export interface OwnServiceAnswer {
  /** The status of HTTP, or the code of gRPC. */
  readonly status: number;
  /** By their names in lower case; of several with one name the last. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; a message of Protobuf in its JSON mapping. */
  readonly body: string;
  /** Where a driver has them. */
  readonly [answerOctets]?: Uint8Array;
  /**
   * The text at a path of names and indexes, without the body being made or read.
   * @returns undefined where only the body can tell.
   */
  readonly [textOfPath]?: ((path: readonly (string | number)[]) => string | undefined) | undefined;
}

/** An answer as data, which is read when somebody asks for it, once. */
export interface ReadAnswer {
  /** @throws SyntaxError when it is not JSON. */
  readonly json: () => unknown;
  /** @throws Error when it is not XML, or too large. */
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

/** @returns what is wrong with an answer, in a sentence; null when it is right. */
export type Judge = (answer: OwnServiceAnswer) => string | null;

/** @param hidden takes secrets out before a text is cut, which would leave a part of one. */
const shown = (value: unknown, hidden: (text: string) => string) => {
  const text = hidden(JSON.stringify(value) ?? 'nothing');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};

/** What stands where a check looks: its values, of which a path may find several or none. */
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
  // A header, and a number that Protobuf writes as text, are compared as they are written.
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
    // A test finds a value always: what it says is what there is.
    return (answer, read) => {
      const values = look(answer, read);
      const found = values.length > 0 && !(check.xpath !== undefined && values[0] === false);
      return found === check.exists ? null : `expected ${wanted}`;
    };
  }
  const holds = testOf(check);
  const names = (check.header ?? check.path ?? check.xpath ?? '').match(/[\w-]+/g) ?? [];
  const told = names.some(isSecretName)
    ? () => 'another value, which is not shown'
    : (value: unknown) => shown(value, hidden);
  return (answer, read) => {
    const values = look(answer, read);
    if (values.length > 0 && values.every(holds)) return null;
    const wrong = values.find((one) => !holds(one));
    const got = values.length === 0 ? 'nothing is there' : `got ${told(wrong)}`;
    return `expected ${wanted}, ${got}`;
  };
}

export interface JudgeOptions {
  /** Takes secrets out of what is told of an answer. */
  readonly hidden?: (text: string) => string;
  readonly namespaces?: Namespaces | undefined;
}

/**
 * Joins checks; the first that fails is told.
 * @throws Error when a path is no JSONPath, or an XPath none.
 */
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
      // A service may answer anything, such as a page for people; that is wrong, and no fault of ours.
      return `the answer cannot be read: ${messageOf(error)}`;
    }
    return null;
  };
}
