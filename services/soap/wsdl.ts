const location = /(<soap:address\s+location=")[^"]*(")/;
/** A host name or address with an optional port; no other Host header is repeated. */
const plainAuthority = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

/**
 * The interface file with the service's address as reached by its reader.
 * @param authority the request's Host header, such as `localhost:8081`.
 * @param fallback used if that is missing or invalid.
 */
export function wsdlFor(
  wsdl: string,
  scheme: 'http' | 'https',
  authority: string | undefined,
  fallback: string,
  path: string,
): string {
  const host = authority && plainAuthority.test(authority) ? authority : fallback;
  return wsdl.replace(location, `$1${scheme}://${host}${path}$2`);
}
