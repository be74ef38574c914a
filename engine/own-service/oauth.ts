import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { OauthSettings } from '../../contracts/experiment/auth.ts';
import type { OwnService } from '../../contracts/own-service.ts';
import { secretsHidden } from '../../workloads/own-service/secrets.ts';
import { maxTokenCharacters, putToken } from '../../workloads/own-service/tokens.ts';

const answerMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** Default lifetime, where a server states none. */
const defaultSeconds = 3600;
/** A token is renewed after half of its lifetime, and at the latest this long before it expires. */
const latestMs = 60_000;
const retryMs = 250;
/** A server that issues none is retried at increasing intervals, up to this. */
const maxRetryMs = 10_000;

export interface AccessToken {
  readonly token: string;
  readonly livesMs: number;
}

function refused(url: string, reason: string, cause?: unknown): WirebenchError {
  return new WirebenchError('TOKEN_REFUSED', `No access token came from ${url}: ${reason}`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'Check token-url, client-id, client-secret and scope of auth.oauth.',
  });
}

/**
 * Requests a token by client credentials (RFC 6749, 4.4.2).
 * @param hidden removes secrets from messages: the address may contain one.
 * @throws WirebenchError TOKEN_REFUSED, which reveals no secret
 */
export async function fetchToken(
  oauth: OauthSettings,
  hidden: (text: string) => string,
  signal?: AbortSignal,
): Promise<AccessToken> {
  const { 'token-url': url, 'client-id': id, 'client-secret': secret } = oauth;
  const place = hidden(url);
  const { scope, audience, credentials } = oauth;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  if (audience !== undefined) form.set('audience', audience);
  const headers = new Headers({ accept: 'application/json' });
  if (credentials === 'body') {
    form.set('client_id', id);
    form.set('client_secret', secret);
  } else {
    const pair = [id, secret].map(encodeURIComponent).join(':');
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  const ends = [AbortSignal.timeout(answerMs), ...(signal ? [signal] : [])];
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: form,
      // The secret is sent only to the address in the file.
      redirect: 'error',
      signal: AbortSignal.any(ends),
    });
    const body = await bounded(answer);
    if (!answer.ok) throw refused(place, `status ${answer.status}${errorIn(body)}`);
    return tokenIn(body) ?? refuse(place, 'the answer holds no bearer token as access_token');
  } catch (error) {
    if (error instanceof WirebenchError) throw error;
    const { cause } = error as { readonly cause?: unknown };
    throw refused(place, hidden(messageOf(cause ?? error)), error);
  }
}

function refuse(url: string, reason: string): never {
  throw refused(url, reason);
}

/** The token of a response (RFC 6749, 5.1); null if there is none that can be sent. */
function tokenIn(body: string): AccessToken | null {
  const { access_token: token, token_type: type = 'bearer', expires_in: lives } = parsed(body);
  const isToken = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token);
  if (!isToken || token.length > maxTokenCharacters || !/^bearer$/i.test(String(type))) return null;
  const seconds = Number(lives ?? defaultSeconds);
  return { token, livesMs: (seconds > 0 ? seconds : defaultSeconds) * 1000 };
}

async function bounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > maxAnswerBytes)
      throw new Error(`the answer is larger than ${maxAnswerBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Not JSON is treated as JSON without a token.
    return {};
  }
}

/** The code of an error (RFC 6749, 5.2). */
function errorIn(body: string): string {
  const { error } = parsed(body);
  return typeof error === 'string' && /^\w{1,60}$/.test(error) ? ` (${error})` : '';
}

type Tokens = OwnService['tokens'];
type Service = Pick<OwnService, 'tokens' | 'secrets'>;

/** Renews the tokens of a service, for as long as they are needed. */
export class TokenKeeper {
  readonly #stop = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #hidden: (text: string) => string;
  /** Called with a sentence when a token could not be renewed; it is retried. */
  onTrouble: (sentence: string) => void = () => undefined;
  /** Called with each new token. */
  onRenewed: () => void = () => undefined;

  /** Requests the first tokens. @throws WirebenchError TOKEN_REFUSED */
  static async open(service: Service | undefined): Promise<TokenKeeper> {
    const { tokens = [], secrets = [] } = service ?? {};
    const keeper = new TokenKeeper(secrets);
    try {
      await Promise.all(tokens.map((cell) => keeper.#renew(cell)));
    } catch (error) {
      // Otherwise the tokens already issued would be renewed for nothing.
      keeper.close();
      throw error;
    }
    return keeper;
  }

  private constructor(secrets: Service['secrets']) {
    this.#hidden = secretsHidden({ secrets });
  }

  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #renew(cell: Tokens[number]): Promise<void> {
    const asked = performance.now();
    if (!cell.oauth) return;
    const { token, livesMs } = await fetchToken(cell.oauth, this.#hidden, this.#stop.signal);
    putToken(cell, token);
    this.onRenewed();
    const took = performance.now() - asked;
    this.#later(Math.max(livesMs / 2, livesMs - latestMs) - took, cell);
  }

  /** @param againMs delay of the next attempt, should this one fail. */
  #later(afterMs: number, cell: Tokens[number], againMs = retryMs): void {
    if (this.#stop.signal.aborted) return;
    // The maximum delay of a timer.
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#renew(cell).catch((error: unknown) => {
          if (this.#stop.signal.aborted) return;
          this.onTrouble(`An access token could not be renewed. ${messageOf(error)}`);
          this.#later(againMs, cell, Math.min(2 * againMs, maxRetryMs));
        });
      },
      Math.min(Math.max(afterMs, retryMs), 2 ** 31 - 1),
    );
    this.#timers.add(timer.unref());
  }
}
