import {
  type TreeNode,
  textOfNode,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
  type XmlParent,
} from './xml-tree.ts';

/** Finds the results of an XPath: texts of nodes, and values. */
export type XmlQuery = (document: XmlDocument) => readonly (string | number | boolean)[];

/** Namespaces by the prefixes used in XPaths. */
export type Namespaces = Readonly<Record<string, string>>;

const inside = (node: TreeNode) =>
  node.nodeType === 1 || node.nodeType === 9 ? node.childNodes : [];
const sibling = (node: TreeNode, step: number) =>
  node.nodeType === 2 || node.parentNode === null
    ? null
    : (node.parentNode.childNodes[node.index + step] ?? null);

/** The library's interface to a tree. */
const facade = {
  getAllAttributes: (node: TreeNode) => (node.nodeType === 1 ? node.attributes : []),
  getAttribute: (node: TreeNode, name: string) =>
    node.nodeType === 1 ? (node.attributes.find((one) => one.name === name)?.value ?? null) : null,
  getChildNodes: (node: TreeNode) => inside(node),
  getData: (node: TreeNode) =>
    node.nodeType === 2 ? node.value : node.nodeType === 3 ? node.data : '',
  getFirstChild: (node: TreeNode) => inside(node)[0] ?? null,
  getLastChild: (node: TreeNode) => inside(node).at(-1) ?? null,
  getNextSibling: (node: TreeNode) => sibling(node, 1),
  getPreviousSibling: (node: TreeNode) => sibling(node, -1),
  getParentNode: (node: TreeNode) => node.parentNode,
};

const token =
  /\(:[\s\S]*?:\)|"[^"]*"|'[^']*'|\s+|[\d.]+(?:[eE][+-]?\d+)?|(?:Q\{[^}]*\}|\*:|[\p{L}_][\p{L}\p{N}_.-]*:(?!:))?(?:[\p{L}_][\p{L}\p{N}_.-]*|\*)|::|\/\/|[\s\S]/gu;
const name = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
/** Two-word operators: `instance of`, `cast as`, `castable as`. */
const firstWord = /^(?:instance|cast|castable)$/;
/** A name after one of these is a node name, after anything else an operator. */
const beforeOperand = /^(?:[@([,/|+=<>!$*-]|::|\/\/|\|\||:=|\{|;)?$/;

/**
 * An XPath in which names without a prefix match any namespace, since services choose prefixes freely:
 * `//id` becomes `//*:id`.
 */
export function anyNamespace(path: string): string {
  const tokens = path.match(token) ?? [];
  let before = '';
  let isOperator = false;
  return tokens
    .map((one, index) => {
      if (/^(?:\s+|\(:[\s\S]*)$/.test(one)) return one;
      const isSecondWord = isOperator && firstWord.test(before);
      const wantsOperand = !isSecondWord && (isOperator || beforeOperand.test(before));
      const rest = tokens.slice(index + 1).find((next) => next.trim() !== '') ?? '';
      const isName = name.test(one);
      const isTest =
        isName && wantsOperand && before !== '$' && rest !== '(' && rest !== '::' && rest !== '$';
      isOperator = (isName && !wantsOperand) || (isName && rest === '$');
      // A star in the position of an operator multiplies.
      before = one === '*' && wantsOperand ? 'node' : one;
      return isTest ? `*:${one}` : one;
    })
    .join('');
}

interface Step {
  readonly name: string;
  readonly attribute: boolean;
}

/** Names only, after `/` or a first `//`, as in most paths. */
const plainPath = /^(\/\/?)([\p{L}_][\p{L}\p{N}_.-]*)((?:\/@?[\p{L}_][\p{L}\p{N}_.-]*)*)$/u;

function plainQuery(path: string): XmlQuery | null {
  const [, start, first = '', more = ''] = plainPath.exec(path) ?? [];
  if (start === undefined) return null;
  const steps = [first, ...more.split('/').slice(1)].map(
    (one): Step => ({ name: one.replace('@', ''), attribute: one.startsWith('@') }),
  );
  const last = steps.at(-1);
  const elements = last?.attribute ? steps.slice(0, -1) : steps;
  if (elements.some(({ attribute }) => attribute)) return null;
  const names = elements.map((step) => step.name);
  const isDeep = start === '//';
  return (document) => {
    const found: string[] = [];
    walk(document, names, isDeep, 0, (element) => {
      if (!last?.attribute) found.push(textOfNode(element));
      else {
        for (const one of element.attributes)
          if (one.localName === last.name) found.push(one.value);
      }
    });
    return found;
  };
}

/** Visits the elements at a path of names, in document order. */
function walk(
  parent: XmlParent,
  names: readonly string[],
  isDeep: boolean,
  depth: number,
  visit: (element: XmlElement) => void,
): void {
  for (const inner of parent.childNodes) {
    if (inner.nodeType !== 1) continue;
    const fits = isDeep ? endsAs(inner, names) : inner.localName === names[depth];
    if (fits && (isDeep || depth === names.length - 1)) visit(inner);
    if (isDeep || (fits && depth < names.length - 1)) walk(inner, names, isDeep, depth + 1, visit);
  }
}

/** Whether an element and its ancestors have these names. */
function endsAs(element: XmlElement, names: readonly string[]): boolean {
  let at: XmlParent | null = element;
  for (let index = names.length - 1; index >= 0; index--) {
    if (at?.nodeType !== 1 || at.localName !== names[index]) return false;
    at = at.parentNode;
  }
  return true;
}

const empty: XmlDocument = {
  nodeType: 9,
  nodeName: '#document',
  parentNode: null,
  index: 0,
  childNodes: [],
};

const isNode = (value: unknown): value is XmlElement | XmlAttribute =>
  typeof value === 'object' && value !== null && 'nodeType' in value;

type Library = typeof import('fontoxpath').default;

/**
 * Loaded once a service has an XPath, and then kept: loading takes some 40 ms per process, and the window
 * does not need it.
 */
let library: Library | null = null;

/** Loads the library if requests or flows have an XPath; await it before using {@link xmlQuery}. */
export async function loadXPath(service: {
  readonly requests: unknown;
  readonly flows?: unknown;
}): Promise<void> {
  if (library || !JSON.stringify([service.requests, service.flows]).includes('"xpath":')) return;
  library = (await import('fontoxpath')).default;
}

/**
 * Compiles an XPath; plain ones are followed without the library, and others compile on first use if the
 * library is not loaded yet.
 * @throws TypeError if it is invalid, or has an undeclared prefix.
 */
export function xmlQuery(path: string, namespaces: Namespaces): XmlQuery {
  const plain = plainQuery(path);
  if (plain) return plain;
  let query = library && compiled(library, path, namespaces);
  return (document) => {
    if (!query) {
      if (!library) throw new TypeError('XPath has not been loaded');
      query = compiled(library, path, namespaces);
    }
    return query(document);
  };
}

function compiled({ evaluateXPath }: Library, path: string, namespaces: Namespaces): XmlQuery {
  const expression = anyNamespace(path);
  const options = {
    namespaceResolver: (prefix: string) =>
      Object.hasOwn(namespaces, prefix) ? (namespaces[prefix] ?? null) : null,
  };
  const { ALL_RESULTS_TYPE: all } = evaluateXPath;
  const query: XmlQuery = (document) => {
    const found: unknown = evaluateXPath(expression, document, facade, null, all, options);
    return (Array.isArray(found) ? found : [found]).map((value: unknown) => {
      if (isNode(value)) return textOfNode(value);
      return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
    });
  };
  try {
    query(empty);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    // An error without an answer may disappear with one.
    if (/\b(?:XP[TD]Y|FO[A-Z]{2})\d{4}: /.test(message)) return query;
    const undeclared = /XPST0081: The prefix ([^\s]+) /.exec(message)?.[1];
    const reason =
      undeclared === undefined
        ? (/(XPST\d{4}: [^\r\n]{1,150})/.exec(message)?.[1] ?? 'it cannot be read')
        : `the prefix ${undeclared} is not declared in service.namespaces`;
    throw new TypeError(`${path} is not an XPath: ${reason}`, { cause });
  }
  return query;
}
