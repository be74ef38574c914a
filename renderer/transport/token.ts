const storageKey = 'wirebench.token';

/** The parts of an address that may carry the token of the browser shell. */
export interface AddressParts {
  readonly search: string;
  readonly hash: string;
}

/**
 * Takes `token=…` out of the query or the fragment.
 * @returns the token, or null if there is none, and the address without it.
 */
export function splitToken(address: AddressParts): AddressParts & { token: string | null } {
  const query = new URLSearchParams(address.search);
  const [route = '', fragmentQuery = ''] = address.hash.replace(/^#/, '').split('?');
  const bare = /(^|&)token=/.test(route);
  const fragment = new URLSearchParams(bare ? route : fragmentQuery);
  const token = query.get('token') ?? fragment.get('token');
  query.delete('token');
  fragment.delete('token');
  const rest = fragment.toString();
  const hash = bare ? rest : `${route}${rest === '' ? '' : `?${rest}`}`;
  return {
    token,
    search: query.size === 0 ? '' : `?${query}`,
    hash: hash === '' ? '' : `#${hash}`,
  };
}

/**
 * The tokens that a window may try: that of its own address, then the last one that a window of
 * this browser used successfully. The latter is in the storage of this origin, which includes the port; a
 * cookie would be sent to every other server of this machine.
 */
export class WindowTokens {
  #claimed: string | null;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

  constructor(
    claimed: string | null,
    storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  ) {
    this.#claimed = claimed;
    this.#storage = storage;
  }

  /** The token to try; null if there is none. */
  get current(): string | null {
    return this.#claimed ?? this.#storage.getItem(storageKey);
  }

  /** Shares a token that the engine has accepted with the other windows, now and later. */
  keep(token: string): void {
    this.#storage.setItem(storageKey, token);
  }

  /**
   * Forgets a token that the engine refused, null for a window that had none.
   * @returns whether there is another to try: a remaining one, or one stored by another window meanwhile.
   */
  drop(token: string | null): boolean {
    if (this.#claimed === token) this.#claimed = null;
    if (this.#storage.getItem(storageKey) === token) this.#storage.removeItem(storageKey);
    return this.current !== null;
  }
}

/** The tokens of this window. The one in its address is removed from the address bar, so that no copied link contains it. */
export function claimTokens(): WindowTokens {
  const { token, search, hash } = splitToken(window.location);
  if (token !== null) {
    window.history.replaceState(null, '', `${window.location.pathname}${search}${hash}`);
  }
  return new WindowTokens(token, localStorage);
}

/** Calls back once, after another window has used a new token successfully. */
export function onceTokenKept(then: () => void): void {
  const look = ({ key, newValue }: StorageEvent) => {
    if (key !== storageKey || newValue === null) return;
    window.removeEventListener('storage', look);
    then();
  };
  window.addEventListener('storage', look);
}
