import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { OauthSettings } from '../../contracts/experiment/auth.ts';
import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import { type AnswerCheck, checkIn } from '../../contracts/experiment/checks.ts';
import {
  type Take,
  takeIn,
  type WrittenFlow,
  type WrittenStep,
  type WrittenTake,
} from '../../contracts/experiment/flows.ts';
import {
  type Endpoint,
  type ServiceSettings,
  serviceEndpoint,
  type WrittenRequest,
  writtenCall,
} from '../../contracts/experiment/service.ts';
import type {
  OwnService,
  OwnServiceCall,
  OwnServiceFlow,
  OwnServiceRequest,
  UsernameToken,
} from '../../contracts/own-service.ts';
import type { ClientKind, Protocol } from '../../contracts/words.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { takenNames } from '../../workloads/own-service/flow-values.ts';
import { judgeAnswers } from '../../workloads/own-service/judge.ts';
import { DataTables, noTables } from '../../workloads/own-service/rows.ts';
import { secretsHidden } from '../../workloads/own-service/secrets.ts';
import { takerOf } from '../../workloads/own-service/take.ts';
import { checkTemplates } from '../../workloads/own-service/template.ts';
import { tokenMemory } from '../../workloads/own-service/tokens.ts';
import { loadXPath } from '../../workloads/own-service/xml-path.ts';
import { authHeaders, digestName, tokenName } from './auth.ts';
import { type CallContext, resolveCall } from './calls.ts';
import { readDataTables } from './data.ts';
import { Secrets } from './environment-secrets.ts';
import type { NamedFiles } from './files.ts';
import { fetchToken } from './oauth.ts';
import { placeFault } from './place-fault.ts';
import type { MessageSchemas } from './proto/schemas.ts';

/** Each is loaded on demand: few services have messages, and fewer the queries of a library. */
const modules = {
  libraryQuery: () => import('./graphql/library-query.ts'),
  typesApart: () => import('./proto/types-apart.ts'),
  reflection: () => import('./proto/reflection.ts'),
  schemas: () => import('./proto/schemas.ts'),
};

/** Sources of the service's descriptions and secrets. */
export interface ServiceSources {
  readonly files: NamedFiles;
  /** Values of `${NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How to connect to a service with reflection. */
  readonly reach: (
    protocol: Protocol,
    address: string,
  ) => Promise<{ readonly address: string; readonly tls: Address['tls'] }>;
  /** Measured protocols; the others are not read. */
  readonly protocols: readonly Protocol[];
  /** The clients that send the requests. */
  readonly clients: readonly ClientKind[];
}

/** Adds the path in the file to an error. */
function located(error: unknown, path: string): unknown {
  if (!(error instanceof WirebenchError)) return error;
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  return new WirebenchError(error.code, `${path}: ${error.message}`, { cause: error, ...hint });
}

/** Reads all parts of a service. */
class ServiceReader {
  readonly #service: ServiceSettings;
  readonly #sources: ServiceSources;
  readonly #schemas = new Map<Protocol, Promise<MessageSchemas>>();
  readonly #texts: string[] = [];
  readonly #secrets: Secrets;
  #tables = noTables;

  constructor(service: ServiceSettings, sources: ServiceSources) {
    this.#service = service;
    this.#sources = sources;
    this.#secrets = new Secrets(sources.env);
  }

  async read(): Promise<OwnService> {
    await loadXPath(this.#service);
    const data = await readDataTables(this.#service, this.#sources.files);
    const tokens = this.#tokens();
    const digests = this.#digests();
    this.#tables = new DataTables(data, takenNames(this.#service.flows), tokens, digests);
    const requests: OwnServiceRequest[] = [];
    for (const [name, request] of Object.entries(this.#service.requests)) {
      requests.push(await this.#request(name, request));
    }
    const { mixes = {}, flows = {}, namespaces } = this.#service;
    return {
      requests,
      mixes: Object.entries(mixes).map(([name, mix]) => ({
        name,
        parts: Object.entries(mix).map(([request, weight]) => ({ request, weight })),
      })),
      flows: Object.entries(flows).map(([name, flow]) => this.#flow(name, flow)),
      taken: takenNames(flows),
      ...(namespaces ? { namespaces } : {}),
      data,
      schemas: this.#texts,
      tokens,
      ...(digests.length > 0 ? { usernameTokens: digests } : {}),
      secrets: [...this.#secrets.values],
    };
  }

  /** A placeholder for the token of each protocol that needs one. */
  #tokens(): OwnService['tokens'] {
    return this.#sources.protocols.flatMap((protocol) => {
      const oauth = this.#endpoint(protocol)?.auth?.oauth;
      return oauth ? [{ name: tokenName(protocol), memory: tokenMemory(), oauth }] : [];
    });
  }

  /** The passwords sent as digests. */
  #digests(): UsernameToken[] {
    return this.#sources.protocols.flatMap((protocol) => {
      const security = this.#endpoint(protocol)?.auth?.['ws-security'];
      return security?.type === 'digest'
        ? [{ name: digestName(protocol), password: security.password }]
        : [];
    });
  }

  /** The service's addresses, with secrets filled in, and headers for authentication. */
  #endpoint(protocol: Protocol): Endpoint | undefined {
    const written = serviceEndpoint(this.#service, protocol);
    if (!written) return undefined;
    const endpoint = this.#secrets.fill(written);
    const { headers, secrets } = authHeaders(endpoint.auth, protocol);
    for (const secret of secrets) this.#secrets.values.add(secret);
    return { ...endpoint, headers: { ...headers, ...endpoint.headers } };
  }

  #flow(name: string, { doc, once, setup, steps }: WrittenFlow): OwnServiceFlow {
    const resolved = (part: string, list: readonly WrittenStep[]) =>
      list.map(({ request, take }, index) => {
        const path = `service.flows.${name}.${part}[${index}].take`;
        const places = Object.entries(take).map(
          ([value, one]) => [value, this.#places(`${path}.${value}`, request, one)] as const,
        );
        return { request, take: Object.fromEntries(places) };
      });
    const words = steps.map(({ request }) => request).join(', then ');
    return {
      name,
      doc: doc ?? words,
      once: resolved('once', once),
      setup: resolved('setup', setup),
      steps: resolved('steps', steps),
    };
  }

  /** The place of a value in the responses of each protocol that its request uses. */
  #places(path: string, request: string, take: WrittenTake): Partial<Record<Protocol, Take>> {
    const written = this.#service.requests[request];
    const places = this.#sentIn(written).map((protocol) => {
      const place = takeIn(take, protocol);
      if (!place) {
        const message = `${path}: expected where it stands in answers over ${protocol}, as in {${protocol}: {matches: "id=(\\d+)"}}`;
        throw new WirebenchError('SERVICE_INVALID', message);
      }
      const fault = placeFault(place, protocol);
      if (fault !== null) throw new WirebenchError('SERVICE_INVALID', `${path}: ${fault}`);
      try {
        takerOf({ value: place }, new Map(), this.#service.namespaces);
      } catch (error) {
        const message = `${path}: ${messageOf(error)}`;
        throw new WirebenchError('SERVICE_INVALID', message, { cause: error });
      }
      return [protocol, place] as const;
    });
    return Object.fromEntries(places);
  }

  #sentIn(request: WrittenRequest | undefined): readonly Protocol[] {
    return this.#sources.protocols.filter(
      (protocol) => request && writtenCall(request, protocol) !== null,
    );
  }

  /** The checks of a protocol's responses. */
  #checks(path: string, { checks }: WrittenRequest, protocol: Protocol): AnswerCheck[] {
    return checks.flatMap((written, index) => {
      const check = checkIn(written, protocol);
      if (!check) return [];
      const place = `${path}.checks[${index}]`;
      const fault = placeFault(check, protocol);
      if (fault !== null) throw new WirebenchError('SERVICE_INVALID', `${place}: ${fault}`);
      try {
        judgeAnswers([check], { namespaces: this.#service.namespaces });
      } catch (error) {
        const message = `${place}: ${messageOf(error)}`;
        throw new WirebenchError('SERVICE_INVALID', message, { cause: error });
      }
      return [check];
    });
  }

  async #request(name: string, request: WrittenRequest): Promise<OwnServiceRequest> {
    const path = `service.requests.${name}`;
    const calls: Partial<Record<Protocol, OwnServiceCall>> = {};
    for (const protocol of ownServiceProtocols.filter((one) =>
      this.#sources.protocols.includes(one),
    )) {
      const call = await this.#call(request, protocol).catch((error: unknown) => {
        throw located(error, `${path}.${protocol}`);
      });
      if (call) calls[protocol] = call;
    }
    const { doc, changes = false } = request;
    const checks = Object.fromEntries(
      this.#sentIn(request).map((protocol) => [protocol, this.#checks(path, request, protocol)]),
    );
    const agree = Object.entries(request.agree).map(([part, take]) => ({
      name: part,
      at: this.#places(`${path}.agree.${part}`, name, take),
    }));
    return { name, doc: doc ?? name, changes, checks, agree, calls };
  }

  async #call(request: WrittenRequest, protocol: Protocol): Promise<OwnServiceCall | null> {
    const written = writtenCall(request, protocol);
    const endpoint = this.#endpoint(protocol);
    if (!written || !endpoint) return null;
    const context: CallContext = {
      protocol,
      endpoint,
      schemas: () => this.#schemasOf(protocol),
      files: this.#sources.files,
    };
    const call = await resolveCall(this.#secrets.fill(written), context);
    try {
      checkTemplates(call, this.#tables);
    } catch (cause) {
      throw new WirebenchError('SERVICE_INVALID', cause instanceof Error ? cause.message : '', {
        cause,
      });
    }
    if (
      this.#sources.clients.includes('library') &&
      written.kind === 'query' &&
      call.kind === 'text'
    ) {
      const { checkLibraryQuery } = await modules.libraryQuery();
      checkLibraryQuery(call);
    }
    return call;
  }

  async #authorization(oauth: OauthSettings): Promise<string> {
    const hidden = secretsHidden({ secrets: [...this.#secrets.values] });
    return `Bearer ${(await fetchToken(oauth, hidden)).token}`;
  }

  #schemasOf(protocol: Protocol): Promise<MessageSchemas> {
    const known = this.#schemas.get(protocol);
    if (known) return known;
    const reading = this.#readSchemas(protocol);
    this.#schemas.set(protocol, reading);
    return reading;
  }

  async #readSchemas(protocol: Protocol): Promise<MessageSchemas> {
    const endpoint = this.#endpoint(protocol);
    if (!endpoint) throw new TypeError(`the service has no ${protocol}`);
    const { description, imports = [] } = endpoint;
    const types = description
      ? await (await modules.typesApart()).typesApart(this.#sources.files, description, imports)
      : await this.#reflected(protocol, endpoint);
    const { schemasIn } = await modules.schemas();
    this.#texts.push(types);
    return schemasIn(types, this.#texts.length - 1);
  }

  async #reflected(protocol: Protocol, { address, headers, auth }: Endpoint): Promise<string> {
    const { reflectTypes } = await modules.reflection();
    const root = await reflectTypes({
      headers: {
        ...headers,
        // Before a run exists that could renew its tokens.
        ...(auth?.oauth && { authorization: await this.#authorization(auth.oauth) }),
      },
      ...(await this.#sources.reach(protocol, address)),
    });
    return JSON.stringify(root.toJSON());
  }
}

/**
 * Reads an own service: its descriptions, the calls of its requests, their secrets.
 * @throws WirebenchError SERVICE_INVALID, which names the position in the experiment file.
 */
export function readService(
  service: ServiceSettings,
  sources: ServiceSources,
): Promise<OwnService> {
  return new ServiceReader(service, sources).read();
}
