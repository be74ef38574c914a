const storageKey = 'wirebench.token';

/** The parts of an address that may carry the token of the browser shell. */
export interface AddressParts {
  readonly search: string;
  readonly hash: string;
}

/**
 * Takes `token=…` out of the query or the fragment.
 * @returns the token, or null when there is none, and the address without it.
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
 * The token that `wirebench serve` printed. It is kept for this tab only, and removed from the
 * address bar so that it is neither copied with a link nor left in the history.
 */
export function claimToken(): string | null {
  const { token, search, hash } = splitToken(window.location);
  if (token === null) return sessionStorage.getItem(storageKey);
  sessionStorage.setItem(storageKey, token);
  window.history.replaceState(null, '', `${window.location.pathname}${search}${hash}`);
  return token;
}
