import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import {
  type Authenticator,
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { publicKey } from './keys.ts';

/** Contains the text of a credentials file, where there is none. */
const loginVariable = 'WIREBENCH_NATS_LOGIN';
/** Far longer than any credentials. */
const maxBytes = 64 * 1024;

/** Credentials for a NATS server. */
export type NatsLogin =
  | { readonly by: 'nothing' }
  /** A file as `nsc` writes it, with a JWT and a seed. */
  | { readonly by: 'creds'; readonly text: string }
  /** Seed of an NKey. */
  | { readonly by: 'nkey'; readonly seed: string }
  | { readonly by: 'password'; readonly user: string; readonly password: string }
  | { readonly by: 'token'; readonly token: string };

const block = (name: string) =>
  new RegExp(
    `-{3,} *BEGIN ${name} *-{3,}\\r?\\n\\s*(\\S+)\\s*\\r?\\n\\s*-{3,} *END ${name} *-{3,}`,
  );
const jwtBlock = block('NATS USER JWT');
const seedBlock = block('USER NKEY SEED');

function isSeed(text: string): boolean {
  try {
    return publicKey(text).startsWith('U');
  } catch {
    return false;
  }
}

/** Lines `name: value`; null where any line is different. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, value] = /^\s*(user|password|token)\s*:\s(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || fields.has(name)) return null;
    fields.set(name, value.trim());
  }
  return fields;
}

function fromFields(text: string): NatsLogin | null {
  const fields = fieldsOf(text);
  const [user, password, token] = ['user', 'password', 'token'].map((name) => fields?.get(name));
  if (token && user === undefined && password === undefined) return { by: 'token', token };
  if (user && password && token === undefined) return { by: 'password', user, password };
  return null;
}

/**
 * Parses credentials: the output of `nsc`, the seed of an NKey alone, lines `user:` and `password:`, or a line `token:`.
 * @param origin where it was given, for messages, which quote nothing of it.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function parseNatsLogin(text: string, origin: string): NatsLogin {
  const trimmed = text.trim();
  if (text.length <= maxBytes) {
    const [, jwt = ''] = jwtBlock.exec(trimmed) ?? [];
    const [, seed = ''] = seedBlock.exec(trimmed) ?? [];
    if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt) && isSeed(seed)) {
      // Rewritten, since the client's parser is stricter.
      const parts = [jwtLines(jwt), seedLines(seed)];
      return { by: 'creds', text: parts.join('\n') };
    }
    if (isSeed(trimmed)) return { by: 'nkey', seed: trimmed };
    const login = fromFields(trimmed);
    if (login) return login;
  }
  throw new WirebenchError('ARGUMENT_INVALID', `${origin}: these are not NATS credentials`, {
    hint: 'Expected a file that "nsc generate creds" wrote, the seed of an NKey (SU…), the two lines "user: …" and "password: …", or the line "token: …".',
  });
}

const jwtLines = (jwt: string) =>
  `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n`;
const seedLines = (seed: string) =>
  `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;

/**
 * The text of credentials: from a file, or else from the variable WIREBENCH_NATS_LOGIN; null without either.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export async function natsLoginText(file: string | undefined): Promise<string | null> {
  const text = file === undefined ? env[loginVariable] : await textOf(file, '--nats-credentials');
  if (file === undefined && (text === undefined || text.trim() === '')) return null;
  parseNatsLogin(text ?? '', file ?? loginVariable);
  return text ?? null;
}

/** The same, parsed. @throws WirebenchError ARGUMENT_INVALID */
export async function readNatsLogin(file: string | undefined): Promise<NatsLogin> {
  const text = await natsLoginText(file);
  return text === null ? { by: 'nothing' } : parseNatsLogin(text, file ?? loginVariable);
}

/** @param option that names the file. @throws WirebenchError ARGUMENT_INVALID */
export async function textOf(file: string, option: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new WirebenchError('ARGUMENT_INVALID', `${option}: ${messageOf(cause)}`, {
      cause,
      hint: 'Name a file that can be read here.',
    });
  }
}

const octets = (text: string) => new TextEncoder().encode(text);

/** Authenticator for the client; undefined without credentials. */
export function authenticatorOf(login: NatsLogin): Authenticator | undefined {
  switch (login.by) {
    case 'nothing':
      return undefined;
    case 'creds':
      return credsAuthenticator(octets(login.text));
    case 'nkey':
      return nkeyAuthenticator(octets(login.seed));
    case 'password':
      return usernamePasswordAuthenticator(login.user, login.password);
    case 'token':
      return tokenAuthenticator(login.token);
  }
}
