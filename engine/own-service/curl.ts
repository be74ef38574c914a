import { WirebenchError } from '../../contracts/errors.ts';
import type { FormPart } from '../../contracts/experiment/bodies.ts';
import { isReading } from '../../contracts/http-methods.ts';
import { defaultProtocol } from '../../contracts/protocols.ts';
import { baseName } from './bodies.ts';
import type { FoundService } from './found.ts';
import { httpPlace, ofConnection, pathOf, readable } from './saved/parts.ts';

const wrong = (message: string) => new WirebenchError('SERVICE_INVALID', message);

/** The words of a command, with the quoting of a shell. Nothing is expanded. @throws WirebenchError SERVICE_INVALID */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  // Each word is a sequence of pieces: 'literal', "text", $'text', an escape, or plain characters.
  const piece =
    /\\\r?\n|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\$'((?:[^'\\]|\\[\s\S])*)'|\\([\s\S])|(\s+)|([^\s'"\\$]+|\$(?!'))/gy;
  let word: string | null = null;
  while (piece.lastIndex < command.length) {
    const start = piece.lastIndex;
    const match = piece.exec(command);
    if (!match) throw wrong(`the command ends within quotes: ${command.slice(start, start + 20)}`);
    const [all, literal, text, ansi, escaped, space, plain] = match;
    if (space !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else if (!/^\\\r?\n$/.test(all)) {
      const unquoted = text?.replace(/\\(\r?\n|[\\"$`])/g, (_whole, sign: string) =>
        sign.includes('\n') ? '' : sign,
      );
      const named = ansi === undefined ? undefined : ansiText(ansi);
      word = (word ?? '') + (literal ?? unquoted ?? named ?? escaped ?? plain ?? '');
    }
  }
  return word === null ? words : [...words, word];
}

const ansiSigns: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

function ansiText(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{1,4})|x([0-9a-f]{1,2})|([\s\S]))/gi,
    (_all, wide?: string, narrow?: string, sign = '') => {
      const hex = wide ?? narrow;
      return hex === undefined
        ? (ansiSigns[sign] ?? sign)
        : String.fromCharCode(Number.parseInt(hex, 16));
    },
  );
}

/** Options by all their names: those with a value, and those that do not affect the request. */
const valued: Readonly<Record<string, string>> = {
  '-X': 'method',
  '--request': 'method',
  '-H': 'header',
  '--header': 'header',
  '-d': 'data',
  '--data': 'data',
  '--data-ascii': 'data',
  '--data-binary': 'binary',
  '--data-raw': 'raw',
  '--data-urlencode': 'encoded',
  '--json': 'json',
  '-F': 'form',
  '--form': 'form',
  '--form-string': 'field',
  '-u': 'user',
  '--user': 'user',
  '-A': 'agent',
  '--user-agent': 'agent',
  '-b': 'cookie',
  '--cookie': 'cookie',
  '-e': 'referer',
  '--referer': 'referer',
  '--url': 'url',
  '-o': 'ignored',
  '--output': 'ignored',
  '-m': 'ignored',
  '--max-time': 'ignored',
  '--connect-timeout': 'ignored',
  '-w': 'ignored',
  '--write-out': 'ignored',
};
const plainFlags: Readonly<Record<string, string>> = {
  '-G': 'get',
  '--get': 'get',
  '-I': 'head',
  '--head': 'head',
  '-k': 'insecure',
  '--insecure': 'insecure',
  '-s': 'ignored',
  '--silent': 'ignored',
  '-S': 'ignored',
  '--show-error': 'ignored',
  '-v': 'ignored',
  '--verbose': 'ignored',
  '-i': 'ignored',
  '--include': 'ignored',
  '-L': 'ignored',
  '--location': 'ignored',
  '-f': 'ignored',
  '--fail': 'ignored',
  '--compressed': 'ignored',
  '--http1.1': 'ignored',
  '--no-buffer': 'ignored',
  '-N': 'ignored',
};

type Given = readonly [option: string, value: string];

/** Options in order with their values; an address without an option is `url`. */
function optionsOf(words: readonly string[]): Given[] {
  const given: Given[] = [];
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (!word.startsWith('-') || word === '-') {
      given.push(['url', word]);
      continue;
    }
    const flag = plainFlags[word];
    const [long = '', joinedValue] = word.startsWith('--') ? splitOnce(word, '=') : [word];
    const option = valued[word] ?? valued[long];
    if (flag !== undefined) given.push([flag, '']);
    else if (option !== undefined) {
      const value = joinedValue ?? waiting.shift();
      if (value === undefined) throw wrong(`curl ${word} wants a value after it`);
      given.push([option, value]);
    } else if (/^-[A-Za-z]./.test(word)) {
      // Combined short options: -XPOST, -sk.
      const short = word.slice(0, 2);
      const rest = word.slice(2);
      waiting.unshift(...(valued[short] === undefined ? [short, `-${rest}`] : [short, rest]));
      if (valued[short] === undefined && plainFlags[short] === undefined) throw unknown(short);
    } else throw unknown(word);
  }
  return given;
}

function unknown(option: string): WirebenchError {
  const names = [...Object.keys(valued), ...Object.keys(plainFlags)].filter(
    (one) => !one.startsWith('--'),
  );
  return new WirebenchError('SERVICE_INVALID', `curl ${option} is not understood`, {
    hint: `Understood are ${names.join(' ')} and their long names. Leave it out, or write it into the experiment file.`,
  });
}

function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** `name=content` with the content encoded, as for `--data-urlencode`. */
function urlencoded(text: string): string {
  const [name, content] = splitOnce(text, '=');
  const coded = encodeURIComponent((content ?? name).toWellFormed());
  return content === undefined || name === '' ? coded : `${name}=${coded}`;
}

/** `name=content`, `name=@file;type=image/png;filename=a.png`; `--form-string` uses the text unchanged. */
function formPart([option, written]: Given): FormPart {
  const [name, content] = splitOnce(written, '=');
  if (content === undefined || name === '') {
    throw wrong(`curl -F ${JSON.stringify(written)} is not a field: expected name=content`);
  }
  if (option === 'field') return { name, value: content };
  if (content.startsWith('<')) {
    throw wrong(`curl reads ${content} from a file: write its content into the command`);
  }
  const [text = '', ...more] = content.split(/;(?=(?:type|filename|headers|encoder)=)/);
  const attribute = (key: string) =>
    more.findLast((one) => one.startsWith(`${key}=`))?.slice(key.length + 1);
  const type = attribute('type');
  const filename = attribute('filename');
  const unquoted = text.replace(/^(@?)"(.*)"$/s, '$1$2');
  const file = unquoted.startsWith('@') ? unquoted.slice(1) : undefined;
  return {
    name,
    ...(file === undefined ? { value: unquoted } : { file: baseName(file) }),
    ...(type === undefined ? {} : { type }),
    ...(filename === undefined ? {} : { filename: filename.replace(/^"(.*)"$/s, '$1') }),
  };
}

/** A file or a multipart form as body; null where the command sends text or nothing. */
function partsOf(given: readonly Given[]): Readonly<Record<string, unknown>> | null {
  const fields = given.filter(([option]) => option === 'form' || option === 'field');
  const data = given.filter(([option]) =>
    ['data', 'binary', 'json', 'encoded', 'raw'].includes(option),
  );
  if (fields.length > 0 && data.length > 0) throw wrong('curl sends either -F or -d, not both');
  if (fields.length > 0) return { multipart: fields.map(formPart) };
  const [[option, value] = ['', '']] = data;
  const isFile = data.length === 1 && option === 'binary' && value.startsWith('@');
  return isFile ? { 'body-file': baseName(value.slice(1)) } : null;
}

/** Files that a body consists of. */
function filesOf(body: Readonly<Record<string, unknown>> | null): unknown[] {
  const { multipart = [], 'body-file': file } = body ?? {};
  const parts = (multipart as FormPart[]).map((part) => part.file);
  return [...parts, file].filter((one) => one !== undefined);
}

/** The body of a command, joined as curl does. */
function bodyOf(given: readonly Given[]): string | null {
  const parts = given.flatMap(([option, value]) => {
    if (option === 'binary' && value.startsWith('@')) {
      throw wrong(`curl sends ${value} beside other data: leave one of them out`);
    }
    const namesFile = option === 'encoded' ? /^[^=]*@/.test(value) : value.startsWith('@');
    if (['data', 'json', 'encoded'].includes(option) && namesFile) {
      throw wrong(`curl reads ${value} from a file: write its content into the command`);
    }
    if (option === 'encoded') return [urlencoded(value)];
    return ['data', 'binary', 'json', 'raw'].includes(option) ? [value] : [];
  });
  if (parts.length === 0) return null;
  return parts.join(given.some(([option]) => option === 'json') ? '' : '&');
}

function headersOf(given: readonly Given[]): Map<string, string> {
  const headers = new Map<string, string>();
  const named: Readonly<Record<string, string>> = {
    agent: 'user-agent',
    cookie: 'cookie',
    referer: 'referer',
  };
  for (const [option, value] of given) {
    if (option === 'header') {
      const [name, content] = splitOnce(value, ':');
      if (content === undefined || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name.trim())) {
        throw wrong(`curl -H ${JSON.stringify(value)} is not a header: expected 'name: value'`);
      }
      headers.set(name.trim().toLowerCase(), content.trim());
    }
    const name = named[option];
    if (option === 'cookie' && !value.includes('='))
      throw wrong(`curl reads cookies from ${value}: write them as name=value`);
    if (name !== undefined) headers.set(name, value);
  }
  return headers;
}

/**
 * Parses a curl command into an operation of a service over HTTP.
 * @throws WirebenchError SERVICE_INVALID for unsupported options.
 */
export function readCurl(command: string): FoundService {
  const [program, ...words] = shellWords(command.trim());
  if (program === undefined || !/^(?:.*[\\/])?curl(?:\.exe)?$/.test(program)) {
    throw wrong(
      "expected a command that starts with curl, such as: curl 'http://127.0.0.1:8080/orders'",
    );
  }
  return readOptions(optionsOf(words));
}

/** The service at an address, with one request for it. @throws WirebenchError SERVICE_INVALID */
export function readUrl(url: string): FoundService {
  return readOptions([['url', url]]);
}

function readOptions(given: readonly Given[]): FoundService {
  const has = (option: string) => given.some(([one]) => one === option);
  const last = (option: string) => given.findLast(([one]) => one === option)?.[1];
  const urls = given.filter(([option]) => option === 'url');
  const [url] = urls;
  if (url === undefined || urls.length > 1) {
    throw wrong(`expected one address in the curl command, got ${urls.length}`);
  }
  const { address, path, user } = httpPlace(url[1]);
  const parts = partsOf(given);
  const body = parts ? null : bodyOf(given);
  const search =
    has('get') && body !== null ? `${path.includes('?') ? '&' : '?'}${pathOf(body)}` : '';
  const sent = has('get') ? null : body;
  const usual = sent === null && parts === null ? 'GET' : 'POST';
  const method = last('method') ?? (has('head') ? 'HEAD' : usual);
  if (!/^[A-Z][A-Z-]{0,29}$/.test(method) || method === 'CONNECT') {
    throw wrong(`curl -X ${method} cannot be measured: expected a method such as GET`);
  }
  const headers = headersOf(given);
  const remarks: string[] = [];
  const credentials = last('user') ?? user;
  if (credentials !== null) {
    const text = credentials.includes(':') ? credentials : `${credentials}:`;
    headers.set('authorization', `Basic ${Buffer.from(text).toString('base64')}`);
  }
  if (['authorization', 'cookie', 'x-api-key'].some((name) => headers.has(name))) {
    remarks.push(
      `A secret may be in a header: better name a variable of the environment there, as in "Bearer \${TOKEN}".`,
    );
  }
  if (has('insecure')) {
    remarks.push('curl -k is left out: the certificate of the service has to be trusted.');
  }
  const files = filesOf(parts);
  if (files.length > 0) {
    remarks.push(`Put beside the experiment what the command sends: ${files.join(', ')}.`);
  }
  if (parts?.multipart) headers.delete('content-type');
  else if (parts && !headers.has('content-type')) {
    headers.set('content-type', 'application/x-www-form-urlencoded');
  }
  if (sent !== null && !headers.has('content-type')) {
    headers.set(
      'content-type',
      has('json') ? 'application/json' : 'application/x-www-form-urlencoded',
    );
  }
  if (has('json') && !headers.has('accept')) headers.set('accept', 'application/json');
  for (const name of ofConnection) headers.delete(name);
  const isJson = /json/i.test(headers.get('content-type') ?? '');
  const written = `${path}${search}`;
  return {
    protocol: defaultProtocol,
    address,
    endpoint: {},
    operations: [
      {
        name: `${method} ${written.split('?')[0]}`,
        doc: '',
        changes: !isReading(method),
        call: {
          ...(method === usual ? {} : { method }),
          path: written,
          ...(headers.size > 0 ? { headers: Object.fromEntries(headers) } : {}),
          ...(sent === null ? {} : { body: isJson ? readable(sent) : sent }),
          ...parts,
        },
        checks: [],
      },
    ],
    remarks,
  };
}
