import { WirebenchError } from '../../../contracts/errors.ts';

/** JSON as data, if nothing is lost by that; otherwise the text. */
export function readable(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    const plain = (text: string) => text.replace(/\s/g, '');
    const isSame = plain(JSON.stringify(value)) === plain(body);
    return isSame && typeof value === 'object' && value !== null && !/(?:[[{][^[{]*){12}/.test(body)
      ? value
      : body;
  } catch {
    return body;
  }
}

/** Characters that a path has to encode, outside of `{{values}}`. */
export function pathOf(text: string): string {
  return text
    .split(/(\{\{.*?\}\})/s)
    .map((part, index) =>
      index % 2 === 1 ? part : part.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent),
    )
    .join('');
}

export interface Place {
  readonly address: string;
  readonly path: string;
  /** `name:password` in the address. */
  readonly user: string | null;
}

/** @throws WirebenchError SERVICE_INVALID */
export function httpPlace(written: string): Place {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const match = /^(https?:\/\/)(?:([^/?#@]*)@)?([^/?#@\s]+)(\/[^?#]*)?(\?[^#]*)?(?:#.*)?$/is.exec(
    url,
  );
  const [, scheme = '', user = null, host = '', path = '', search = ''] = match ?? [];
  const address = `${scheme.toLowerCase()}${host}`;
  if (!match || !URL.canParse(address)) {
    throw new WirebenchError(
      'SERVICE_INVALID',
      `${written.slice(0, 500)} is not an address: expected one such as http://127.0.0.1:8080/orders`,
    );
  }
  return { address, path: pathOf(`${path === '' ? '/' : path}${search}`), user };
}

/** Headers of the connection, which are not part of a user's request. */
export const ofConnection = [
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
];
