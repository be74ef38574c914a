import { messageOf } from '../../../contracts/errors.ts';
import type { FormPart } from '../../../contracts/experiment/bodies.ts';
import { ownServiceProtocols } from '../../../contracts/experiment/by-protocol.ts';
import { isReading } from '../../../contracts/http-methods.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { isSecretName } from '../../../contracts/secret-names.ts';
import type { FoundOperation, FoundService } from '../found.ts';
import { httpPlace, ofConnection, pathOf, readable } from './parts.ts';

/** A request over HTTP as saved by a tool. */
export interface SavedRequest {
  readonly name: string;
  readonly doc: string;
  readonly method: string;
  /** Its address; only path and query where the host is unknown. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text as sent, fields of a form, or its parts; null for none. */
  readonly body: string | Readonly<Record<string, readonly string[]>> | readonly FormPart[] | null;
}

const maxOperations = 5000;
/** Maximum length of a call in JSON, in characters: an experiment file contains several. */
const longestCall = 40_000;
const longestUrl = 16_000;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const unsafeValue = /[^\t\x20-\x7e\x80-\xff]/;

type Kind = 'resource' | 'query';

interface Taken {
  readonly kind: Kind;
  /** Scheme, host and port; empty where unknown. */
  readonly origin: string;
  readonly operation: FoundOperation;
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The request of a GraphQL document; null if it is not one. */
function queryIn(body: unknown): Record<string, unknown> | null {
  if (!isMapping(body)) return null;
  const { query, variables, operationName } = body;
  if (
    typeof query !== 'string' ||
    !/^[\s,]*(?:query|mutation|subscription|fragment|#|\{)/.test(query)
  ) {
    return null;
  }
  return {
    query,
    ...(typeof operationName === 'string' ? { operation: operationName } : {}),
    ...(isMapping(variables) ? { variables } : {}),
  };
}

function bodyOf(body: Exclude<SavedRequest['body'], string>) {
  if (body === null) return null;
  return Array.isArray(body) ? { multipart: body } : { form: body };
}

/** Collects saved requests into a description of a service. */
export class SavedRequests {
  readonly #taken: Taken[] = [];
  readonly #seen = new Set<string>();
  readonly #remarks: string[] = [];
  readonly #secrets = new Set<string>();
  readonly #files = new Set<string>();

  get isFull(): boolean {
    return this.#taken.length >= maxOperations;
  }

  remark(sentence: string): void {
    if (this.#remarks.length < 1000) this.#remarks.push(sentence);
  }

  leave(name: string, reason: string): void {
    this.remark(`Left out ${name.slice(0, 100)}: ${reason}.`);
  }

  /** Adds a request, each only once; leaves a remark if it cannot be sent. */
  take(request: SavedRequest): void {
    try {
      const taken = this.#read(request);
      const key = JSON.stringify([taken.origin, taken.operation.call]);
      if (key.length > longestCall) throw new RangeError('its call is too long');
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
      this.#taken.push(taken);
      this.#noteFiles(request);
    } catch (error) {
      this.leave(request.name, messageOf(error));
    }
  }

  #noteFiles({ body }: SavedRequest): void {
    if (!Array.isArray(body)) return;
    for (const { file, filename } of body as readonly FormPart[]) {
      const missing = file ?? filename;
      if (missing !== undefined && this.#files.size < 10) this.#files.add(missing);
    }
  }

  #read({ name, doc, method, url, headers, body }: SavedRequest): Taken {
    if (!/^[A-Z][A-Z-]{0,29}$/.test(method) || method === 'CONNECT') {
      throw new RangeError(`its method is ${method.slice(0, 30)}`);
    }
    if (url.length > longestUrl) throw new RangeError('its address is too long');
    if (typeof body === 'string' && body.length > longestCall) {
      throw new RangeError('its body is too long');
    }
    const isHere = url.startsWith('/');
    const { address: origin, path: whole } = isHere
      ? { address: '', path: pathOf(url.replace(/#.*$/s, '')) }
      : httpPlace(url);
    if (/[{}]/.test(origin)) throw new RangeError('its host differs from request to request');
    const path = this.#withoutSecrets(whole);
    const isText = typeof body === 'string';
    const sent = isText ? readable(body) : null;
    const query = method === 'POST' ? queryIn(sent) : null;
    const fields = this.#headers(headers, !isText || query !== null);
    const common = Object.keys(fields).length > 0 ? { headers: fields } : {};
    if (query) {
      const document = String(query.query);
      if (/^[\s,]*subscription\b/.test(document)) throw new RangeError('it is a subscription');
      const changes = /(?:^|[\s}])mutation\b/.test(document);
      const called = typeof query.operation === 'string' ? query.operation : name;
      return {
        kind: 'query',
        origin,
        operation: { name: called, doc, changes, call: { path, ...query, ...common }, checks: [] },
      };
    }
    const usual = body === null ? 'GET' : 'POST';
    return {
      kind: 'resource',
      origin,
      operation: {
        name,
        doc,
        changes: !isReading(method),
        call: {
          ...(method === usual ? {} : { method }),
          path,
          ...common,
          ...(isText ? { body: sent } : (bodyOf(body) ?? {})),
        },
        checks: [],
      },
    };
  }

  #withoutSecrets(path: string): string {
    const at = path.indexOf('?');
    if (at < 0) return path;
    const kept = path
      .slice(at + 1)
      .split('&')
      .filter((part) => {
        const name = part.split('=')[0] ?? '';
        if (!isSecretName(name)) return true;
        this.#secrets.add(name);
        return false;
      });
    return kept.length === 0 ? path.slice(0, at) : `${path.slice(0, at)}?${kept.join('&')}`;
  }

  /** @param typed whether the content type follows from the body. */
  #headers(headers: SavedRequest['headers'], typed: boolean): Record<string, string> {
    const fields = new Map<string, string>();
    for (const [written, value] of headers) {
      const name = written.trim().toLowerCase();
      if (!headerName.test(name) || unsafeValue.test(value)) continue;
      if (ofConnection.includes(name) || (typed && name === 'content-type')) continue;
      if (isSecretName(name)) this.#secrets.add(name);
      else fields.set(name, value.trim());
    }
    return Object.fromEntries(fields);
  }

  /** The description in each protocol; of several hosts the one with the most requests. */
  found(): FoundService[] {
    const kinds = [...new Set(this.#taken.map(({ kind }) => kind))];
    if (this.isFull) this.remark(`Only the first ${maxOperations} requests are offered.`);
    const services = kinds.map((kind) => this.#service(kind));
    const remarks = [...this.#secretRemarks(), ...this.#fileRemarks(), ...this.#remarks];
    const [first, ...others] = services;
    if (first) return [{ ...first, remarks: [...first.remarks, ...remarks] }, ...others];
    return [{ ...this.#service('resource'), remarks }];
  }

  #secretRemarks(): string[] {
    if (this.#secrets.size === 0) return [];
    const names = [...this.#secrets].slice(0, 10).join(', ');
    return [
      `Left out, as they may hold secrets: ${names}. Where the service wants them, add them to its headers, such as {authorization: "Bearer \${TOKEN}"}.`,
    ];
  }

  #fileRemarks(): string[] {
    if (this.#files.size === 0) return [];
    return [
      `Requests send files: put those that are named by file beside the experiment, and name your own where a short text stands for one (${[...this.#files].join(', ')}).`,
    ];
  }

  #service(kind: Kind): FoundService {
    const all = this.#taken.filter((one) => one.kind === kind);
    const counts = new Map<string, number>();
    for (const { origin } of all) {
      if (origin !== '') counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
    const [[address] = [null], ...others] = [...counts].sort(([, a], [, b]) => b - a);
    const hosts = others.map(([origin]) => origin);
    const left = others.reduce((sum, [, count]) => sum + count, 0);
    const more = hosts.length > 5 ? ` and ${hosts.length - 5} more` : '';
    const protocol = ownServiceProtocols.find((one) => protocolFacts[one].custom === kind);
    if (protocol === undefined) throw new TypeError(`no protocol for ${kind}`);
    return {
      protocol,
      address,
      endpoint: {},
      operations: all
        .filter(({ origin }) => origin === '' || origin === address)
        .map(({ operation }) => operation),
      remarks:
        left === 0
          ? []
          : [
              `Left out: ${left} of ${all.length} requests, which go to ${hosts.slice(0, 5).join(', ')}${more}, the rest to ${address}.`,
            ],
    };
  }
}
