/** What an operation does and to what, as far as its names say. */
export interface Meaning {
  /** `get`, `list`, `create`, `update`, `delete`, or another verb as it is; null where none is named. */
  readonly verb: string | null;
  /** Words for what it is about, in the singular: `order`, `customer`. */
  readonly nouns: readonly string[];
}

/** Longer names are cut: no one writes them. */
const longestName = 300;

const verbs: Readonly<Record<string, readonly string[]>> = {
  get: ['get', 'read', 'fetch', 'retrieve', 'show', 'load', 'lookup', 'view', 'describe', 'find'],
  list: ['list', 'all', 'search', 'query', 'index', 'browse', 'filter'],
  create: ['create', 'add', 'insert', 'post', 'place', 'new', 'make', 'register', 'submit'],
  update: ['update', 'put', 'patch', 'modify', 'edit', 'change', 'set', 'save', 'replace'],
  delete: ['delete', 'remove', 'destroy', 'drop', 'erase'],
};
const verbOf = new Map(
  Object.entries(verbs).flatMap(([verb, words]) => words.map((word) => [word, verb] as const)),
);
/** Words that say nothing about what an operation is about. */
const empty = new Set(
  'a an the of by for with to in id ids one api rest request service rpc call operation handler controller using v'.split(
    ' ',
  ),
);

/** `getOrder`, `GetOrder`, `get_order` and `get-order` as their words. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, longestName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const isPlural = (word: string) => word.length > 3 && /[^su]s$/.test(word);

function singular(word: string): string {
  if (!isPlural(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|[cs]h)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function nounsIn(words: readonly string[]): string[] {
  const told = words.filter((word) => !empty.has(word) && !/^v?\d+$/.test(word)).map(singular);
  return [...new Set(told)];
}

/** From a name: `getOrder`, `shop.v1.Orders/GetOrder`, `ordersByCustomer`. */
export function meaningOfName(name: string): Meaning {
  const words = wordsOf(name.slice(name.lastIndexOf('/') + 1));
  const [first = '', ...rest] = words;
  const known = verbOf.get(first);
  const told = known === undefined ? words : rest;
  const isMany = told.some((word, index) => isPlural(word) && !empty.has(word) && index < 2);
  const isOne = /\bby (?:id|key|number|code|uuid|sku|name)\b/.test(words.join(' '));
  const nouns = nounsIn(told.filter((word) => word !== 'all' || known === undefined));
  // getOrders lists, as list_orders does; getOrderById does not.
  const verb = known === 'get' && isMany && !isOne ? 'list' : (known ?? null);
  return { verb, nouns };
}

const methods: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** From a method and a path: `GET /orders/{id}`. @returns null for what is none. */
export function meaningOfPath(label: string): Meaning | null {
  const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(label.slice(0, 2000)) ?? [];
  if (method === '') return null;
  const parts = path.replace(/\?.*$/s, '').split('/').filter(Boolean);
  const isOne = /^[{:]|^\d+$/.test(parts.at(-1) ?? '');
  const named = parts.filter((part) => !/^[{:]|^\d+$/.test(part));
  const [last = ''] = named.slice(-1);
  // An action at the end: POST /orders/{id}/cancel, GET /orders/search.
  const words = wordsOf(last);
  const action = named.length > 1 && words.length === 1 ? verbOf.get(words[0] ?? '') : undefined;
  const about = action === undefined ? last : (named.at(-2) ?? '');
  const isMany = !isOne && wordsOf(about).some(isPlural);
  const usual = method === 'GET' || method === 'HEAD' ? (isMany ? 'list' : 'get') : methods[method];
  return { verb: action ?? usual ?? null, nouns: nounsIn(wordsOf(about)) };
}

/** Whether the name of an operation says that it only reads. */
export function readsByName(name: string): boolean {
  const { verb } = meaningOfName(name);
  return verb === 'get' || verb === 'list';
}
