import type { CustomCall, CustomRequest, CustomService } from '../../contracts/custom.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import {
  customProtocols,
  type ServiceSettings,
  serviceEndpoint,
  type WrittenRequest,
  writtenCall,
} from '../../contracts/experiment/service.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { judgeAnswers } from '../../workloads/custom/judge.ts';
import { DataTables, noTables } from '../../workloads/custom/rows.ts';
import { checkTemplates } from '../../workloads/custom/template.ts';
import { type CallContext, resolveCall } from './calls.ts';
import { readDataTables } from './data.ts';
import type { NamedFiles } from './files.ts';
import { readProtoFiles } from './proto-files.ts';
import { MessageSchemas } from './schemas.ts';

/** Where the service's descriptions and secrets are found. */
export interface ServiceSources {
  readonly files: NamedFiles;
  /** Values of `${NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Adds to an error in which part of the file it arose. */
function located(error: unknown, path: string): unknown {
  if (!(error instanceof WirebenchError)) return error;
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  return new WirebenchError(error.code, `${path}: ${error.message}`, { cause: error, ...hint });
}

/** Puts the environment's values in place of `${NAME}`, and remembers them. */
class Secrets {
  readonly #env: ServiceSources['env'];
  readonly values = new Set<string>();

  constructor(env: ServiceSources['env']) {
    this.#env = env;
  }

  /** @returns the same with all secrets filled in, wherever they stand. @throws WirebenchError SERVICE_INVALID */
  fill<T>(value: T): T {
    return this.#filled(value) as T;
  }

  #filled(value: unknown): unknown {
    if (typeof value === 'string') {
      return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_all, name: string) => this.#secret(name));
    }
    if (Array.isArray(value)) return value.map((one) => this.#filled(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#filled(inner)]),
    );
  }

  #secret(name: string): string {
    const value = this.#env[name];
    if (value === undefined) {
      throw new WirebenchError('SERVICE_INVALID', `the environment has no ${name}`, {
        hint: `Set it before you start Wirebench: ${name}=…`,
      });
    }
    if (value !== '') this.values.add(value);
    return value;
  }
}

/** Reads everything that a service is described by. */
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

  async read(): Promise<CustomService> {
    const data = await readDataTables(this.#service, this.#sources.files);
    this.#tables = new DataTables(data);
    const requests: CustomRequest[] = [];
    for (const [name, request] of Object.entries(this.#service.requests)) {
      requests.push(await this.#request(name, request));
    }
    return { requests, data, schemas: this.#texts, secrets: [...this.#secrets.values] };
  }

  async #request(name: string, request: WrittenRequest): Promise<CustomRequest> {
    const path = `service.requests.${name}`;
    const calls: Partial<Record<Protocol, CustomCall>> = {};
    try {
      judgeAnswers(request.checks);
    } catch (error) {
      const message = `${path}.checks: ${error instanceof Error ? error.message : error}`;
      throw new WirebenchError('SERVICE_INVALID', message, { cause: error });
    }
    for (const protocol of customProtocols) {
      const call = await this.#call(request, protocol).catch((error: unknown) => {
        throw located(error, `${path}.${protocol}`);
      });
      if (call) calls[protocol] = call;
    }
    const { doc, changes = false, checks } = request;
    return { name, doc: doc ?? name, changes, checks, calls };
  }

  async #call(request: WrittenRequest, protocol: Protocol): Promise<CustomCall | null> {
    const written = writtenCall(request, protocol);
    const endpoint = serviceEndpoint(this.#service, protocol);
    if (!written || !endpoint) return null;
    const context: CallContext = {
      endpoint: this.#secrets.fill(endpoint),
      schemas: () => this.#schemasOf(protocol),
    };
    const call = await resolveCall(this.#secrets.fill(written), context);
    try {
      checkTemplates(call, this.#tables);
    } catch (cause) {
      throw new WirebenchError('SERVICE_INVALID', cause instanceof Error ? cause.message : '', {
        cause,
      });
    }
    return call;
  }

  #schemasOf(protocol: Protocol): Promise<MessageSchemas> {
    const known = this.#schemas.get(protocol);
    if (known) return known;
    const reading = this.#readSchemas(protocol);
    this.#schemas.set(protocol, reading);
    return reading;
  }

  async #readSchemas(protocol: Protocol): Promise<MessageSchemas> {
    const endpoint = serviceEndpoint(this.#service, protocol);
    const { description, imports = [] } = endpoint ?? {};
    if (!description) {
      const { label, interface: facts } = protocolFacts[protocol];
      const message = `the ${label} service has no description: name its ${facts.title.toLowerCase()} in service.${protocol}.description`;
      throw new WirebenchError('SERVICE_INVALID', message);
    }
    const root = await readProtoFiles(this.#sources.files, description, imports);
    this.#texts.push(JSON.stringify(root.toJSON()));
    return new MessageSchemas(root, this.#texts.length - 1);
  }
}

/**
 * Reads a user's own service: its descriptions, the calls of its requests, the secrets that they name.
 * @throws WirebenchError SERVICE_INVALID, which names the place in the experiment file.
 */
export function readService(
  service: ServiceSettings,
  sources: ServiceSources,
): Promise<CustomService> {
  return new ServiceReader(service, sources).read();
}
