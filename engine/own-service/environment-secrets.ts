import { WirebenchError } from '../../contracts/errors.ts';

/** Replaces `${NAME}` with the value of the environment variable, and remembers the values. */
export class Secrets {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly values = new Set<string>();

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** @returns the same value with all secrets filled in, at any depth. @throws WirebenchError SERVICE_INVALID */
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
      throw new WirebenchError('SERVICE_INVALID', `the environment variable ${name} is not set`, {
        hint: `Set it before you start Wirebench: ${name}=…`,
      });
    }
    if (value !== '') this.values.add(value);
    return value;
  }
}
