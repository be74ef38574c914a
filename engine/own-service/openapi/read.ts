import { WirebenchError } from '../../../contracts/errors.ts';
import type { AnswerCheck } from '../../../contracts/experiment/checks.ts';
import { isReading } from '../../../contracts/http-methods.ts';
import { defaultProtocol } from '../../../contracts/protocols.ts';
import type { NamedFiles } from '../files.ts';
import type { FoundOperation, FoundService } from '../found.ts';
import { answerFields } from './answer-fields.ts';
import { CallWriter, reasonOf } from './call.ts';
import { PatternTester } from './patterns.ts';
import { Sampler } from './sample.ts';
import { Budget, SchemaReader, TooLarge } from './schema.ts';
import { DescriptionTree, isMapping, listAt, type Mapping, mappingAt, textAt } from './tree.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];
const maxOperations = 5000;
/** Maximum length of an operation's call in JSON, in characters: an experiment file contains several. */
const longestCall = 40_000;

/** Origin of a description of a service over HTTP. */
export interface DescriptionPlace {
  /** Its path among `files`, or its address. */
  readonly name: string;
  /** Files next to it; null for one from the network. */
  readonly files: NamedFiles | null;
}

/**
 * Reads an OpenAPI 3 or Swagger 2 description, in JSON or YAML.
 * @throws WirebenchError SERVICE_INVALID when it is invalid, or refers to something outside of its folder.
 */
export async function readOpenApi(text: string, place: DescriptionPlace): Promise<FoundService> {
  const tree = await DescriptionTree.read(text, place.name, place.files);
  const { openapi, swagger } = tree.root;
  const version = String(openapi ?? swagger ?? '');
  if (!/^(?:3\.[0-9]|2\.0|2$)/.test(version)) {
    const said =
      version === '' ? 'it names no version' : `it is of version ${version.slice(0, 20)}`;
    throw new WirebenchError(
      'SERVICE_INVALID',
      `${place.name} is not a description that can be read: ${said}, expected OpenAPI 3 or Swagger 2.0`,
    );
  }
  return new DescriptionReader(tree, place.name, swagger !== undefined).read();
}

interface Where {
  readonly address: string | null;
  /** Prefix of each path, where the address is unknown. */
  readonly base: string;
}

class DescriptionReader {
  readonly #tree: DescriptionTree;
  readonly #name: string;
  readonly #isOld: boolean;
  readonly #budget = new Budget();
  readonly #calls: CallWriter;
  readonly #remarks: string[] = [];
  /** Operations that send files. */
  readonly #sending: string[] = [];

  constructor(tree: DescriptionTree, name: string, isOld: boolean) {
    this.#tree = tree;
    this.#name = name;
    this.#isOld = isOld;
    const reader = new SchemaReader(tree, this.#budget, new PatternTester());
    this.#calls = new CallWriter(reader, new Sampler(reader));
  }

  read(): FoundService {
    const where = this.#isOld
      ? this.#oldAddress()
      : this.#server(listAt(this.#tree.root, 'servers'));
    const operations: FoundOperation[] = [];
    const paths = mappingAt(this.#tree.root, 'paths');
    for (const [path, written] of Object.entries(paths)) {
      if (path.startsWith('x-')) continue;
      const item = this.#tree.follow(written);
      if (!isMapping(item)) continue;
      for (const [method, operation] of operationsOf(item)) {
        if (operations.length >= maxOperations) break;
        const found = this.#operation(path, method, operation, item, where);
        if (found) operations.push(found);
      }
    }
    this.#remarkFiles();
    this.#remarkSecurity();
    return {
      protocol: defaultProtocol,
      address: where.address,
      endpoint: {},
      operations,
      remarks: this.#remarks,
    };
  }

  #operation(
    path: string,
    method: string,
    written: Mapping,
    item: Mapping,
    where: Where,
  ): FoundOperation | null {
    let name = textAt(written, 'operationId') || `${method} ${path}`;
    this.#budget.renew();
    try {
      // Some multi-file descriptions also refer to operations, although no version allows it.
      const operation = this.#tree.follow(written);
      if (!isMapping(operation)) return this.#leave(name, 'it is no mapping');
      name = textAt(operation, 'operationId') || name;
      const parameters = this.#parameters(item, operation);
      const call = this.#calls.write({
        method,
        path: where.base + path,
        parameters,
        operation,
        consumes: listAt(this.#tree.root, 'consumes'),
      });
      if (JSON.stringify(call).length > longestCall)
        return this.#leave(name, 'its call is too long');
      const own = [operation, item].find(({ servers }) => Array.isArray(servers));
      const address = own ? this.#server(listAt(own, 'servers')) : where;
      if (address.address !== where.address || address.base !== where.base) {
        return this.#leave(
          name,
          `it has an address of its own, ${address.address ?? address.base}`,
        );
      }
      if (sendsFile(call)) this.#sending.push(name);
      const gives = answerFields(this.#tree, operation);
      return {
        name,
        label: `${method} ${path}`,
        ...(gives.length > 0 ? { gives } : {}),
        doc: textAt(operation, 'summary') || firstSentence(textAt(operation, 'description')),
        changes: !isReading(method) && !isHintedSafe(operation),
        call,
        checks: this.#checks(operation),
      };
    } catch (error) {
      const reason = error instanceof TooLarge ? 'its schemas are too large' : reasonOf(error);
      if (reason === null) throw error;
      return this.#leave(name, reason);
    }
  }

  #leave(name: string, reason: string): null {
    if (this.#remarks.length < 1000) this.#remarks.push(`Left out ${name}: ${reason}.`);
    return null;
  }

  /** Parameters of the operation, and those of its path that it does not replace. */
  #parameters(item: Mapping, operation: Mapping): Mapping[] {
    const parameters = new Map<string, Mapping>();
    for (const written of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
      const one = this.#tree.follow(written);
      if (isMapping(one)) parameters.set(`${textAt(one, 'in')} ${textAt(one, 'name')}`, one);
    }
    return [...parameters.values()];
  }

  /** A check of the status, if it is not 200. */
  #checks(operation: Mapping): AnswerCheck[] {
    const statuses = Object.keys(mappingAt(operation, 'responses'));
    const first = statuses.find((status) => /^2\d\d$/.test(status));
    const isCertain = !statuses.includes('200') && !statuses.some((one) => /^2XX$/i.test(one));
    return first !== undefined && isCertain ? [{ status: Number(first) }] : [];
  }

  #server(servers: readonly unknown[]): Where {
    const urls = servers.slice(0, 50).filter(isMapping).map(serverUrl);
    const isHere = (url: string) => /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url);
    return this.#placed(urls.find(isHere) ?? urls[0] ?? '/');
  }

  #placed(url: string): Where {
    const base = /^https?:/.test(this.#name) ? this.#name : undefined;
    const whole = URL.canParse(url, base) ? new URL(url, base) : null;
    if (whole && /^https?:$/.test(whole.protocol) && !/[{}]|%7B/i.test(url)) {
      return { address: `${whole.origin}${whole.pathname}`.replace(/\/+$/, ''), base: '' };
    }
    const path = url.startsWith('/') && !url.startsWith('//') ? url.replace(/\/+$/, '') : '';
    return { address: null, base: /[\s#?{}]/.test(path) ? '' : path };
  }

  #oldAddress(): Where {
    const { root } = this.#tree;
    const host = textAt(root, 'host');
    const schemes = listAt(root, 'schemes');
    const scheme =
      schemes.includes('http') && /^(?:localhost|127\.)/.test(host)
        ? 'http'
        : (schemes[0] ?? 'https');
    const path = textAt(root, 'basePath').replace(/^\/?/, '/');
    return this.#placed(host === '' ? path : `${scheme}://${host}${path}`);
  }

  #remarkFiles(): void {
    if (this.#sending.length === 0) return;
    const more = this.#sending.length > 5 ? ` and ${this.#sending.length - 5} more` : '';
    this.#remarks.unshift(
      `A short text stands for the file that ${this.#sending.slice(0, 5).join(', ')}${more} sends: name one beside the experiment, as in multipart: [{name: picture, file: cat.png}] or body-file: cat.png.`,
    );
  }

  #remarkSecurity(): void {
    const { root } = this.#tree;
    const schemes = this.#isOld
      ? mappingAt(root, 'securityDefinitions')
      : mappingAt(mappingAt(root, 'components'), 'securitySchemes');
    const names = Object.keys(schemes).slice(0, 5);
    if (names.length === 0) return;
    this.#remarks.unshift(
      `The service may want to know who asks (${names.join(', ')}): add headers to it, such as {authorization: "Bearer \${TOKEN}"}.`,
    );
  }
}

function operationsOf(item: Mapping): [method: string, operation: Mapping][] {
  const usual = methods.map((method) => [method, item[method]] as const);
  const others = Object.entries(mappingAt(item, 'additionalOperations'));
  return [...usual, ...others].flatMap(([method, operation]) =>
    isMapping(operation) && /^[A-Za-z][A-Za-z-]{0,29}$/.test(method) && !/^connect$/i.test(method)
      ? [[method.toUpperCase(), operation]]
      : [],
  );
}

/** Whether a sample stands for a file: a part with a file name, or a body that is not a text of a known form. */
function sendsFile({ multipart, body, headers }: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(multipart)) return multipart.some((part) => 'filename' in part);
  const type = textAt(headers, 'content-type');
  return typeof body === 'string' && type !== '' && !/json|^text\//i.test(type);
}

/** Hints by which tools mark read-only calls. */
function isHintedSafe(operation: Mapping): boolean {
  return ['x-safe', 'x-read-only', 'x-readonly', 'x-readOnly'].some(
    (hint) => operation[hint] === true,
  );
}

function serverUrl(server: Mapping): string {
  const variables = mappingAt(server, 'variables');
  return textAt(server, 'url').replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const variable = mappingAt(variables, name);
    return String(variable.default ?? listAt(variable, 'enum')[0] ?? all);
  });
}

function firstSentence(text: string): string {
  return /^.{0,300}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text.slice(0, 300);
}
