import type { TypedAddress } from '../../../workloads/own-service/typed-address.ts';

/** Where frameworks put the description of a service, the usual places first. */
const described: Readonly<Record<'openapi' | 'wsdl' | 'graphql', readonly string[]>> = {
  openapi: [
    '/openapi.json',
    '/swagger.json',
    '/openapi.yaml',
    '/v3/api-docs',
    '/swagger/v1/swagger.json',
    '/openapi/v1.json',
    '/v2/api-docs',
    '/api-docs',
    '/api/openapi.json',
    '/documentation/json',
    '/docs/json',
    '/api-json',
    '/q/openapi',
    '/openapi',
    '/swagger.yaml',
  ],
  wsdl: ['/?wsdl', '/ws?wsdl', '/soap?wsdl', '/service?wsdl', '/services?wsdl', '/api?wsdl'],
  graphql: ['/graphql', '/api/graphql', '/query', '/'],
};

/** A kind of description that is asked for over HTTP. */
export type AskedKind = keyof typeof described;
export const askedKinds = Object.keys(described) as AskedKind[];

/** Addresses where a description of a kind may be: at what was typed, below it, then at the usual places. */
export function placesOf(kind: AskedKind, { origin, target }: TypedAddress): string[] {
  const [path = '/', query] = target.split('?', 2);
  const base = path.replace(/\/+$/, '');
  const below = base === '' ? [] : described[kind].map((one) => `${base}${one}`);
  const itself = kind === 'wsdl' && query === undefined ? `${path}?wsdl` : target;
  const all = [itself, ...below, ...described[kind]].map((one) => `${origin}${one}`);
  return [...new Set(all)];
}
