import { describe, expect, it } from 'vitest';
import type { Field, HttpRoute, MessageType } from '../../../workloads/description.ts';
import { routeOf } from './route.ts';

const kind: Field = {
  name: 'kind',
  number: 5,
  type: { kind: 'enum', name: 'Kind', values: ['ONE', 'TWO'] },
};
const request: MessageType = {
  kind: 'message',
  name: 'Search',
  fields: [
    { name: 'id', number: 1, type: 'string' },
    { name: 'page', number: 2, type: 'int32', optional: true },
    { name: 'words', number: 3, type: 'string', repeated: true },
    { name: 'exact', number: 4, type: 'bool' },
    kind,
  ],
};
const route = (http: HttpRoute) => routeOf({ http, request });
const message = { id: 'a/b ü?', page: 2, words: ['x&y', 'z'], exact: true, kind: 'TWO' };

describe('routeOf', () => {
  it('puts fields into the path and the query, percent-encoded', () => {
    const { target, body } = route({
      method: 'GET',
      path: '/things/{id}/kinds/{kind}',
      query: ['page', 'words', 'exact'],
    });
    expect(target(message)).toBe(
      '/things/a%2Fb%20%C3%BC%3F/kinds/TWO?page=2&words=x%26y&words=z&exact=true',
    );
    expect(body).toBeNull();
  });

  it('omits absent values', () => {
    const { target } = route({ method: 'DELETE', path: '/things', query: ['page', 'words'] });
    expect(target({ id: 'a', words: [], exact: false, kind: 'ONE' })).toBe('/things');
  });

  it('puts the other fields into the body, with their original numbers', () => {
    const { target, body } = route({ method: 'PUT', path: '/things/{id}', query: ['exact'] });
    expect(target(message)).toBe('/things/a%2Fb%20%C3%BC%3F?exact=true');
    expect(body?.fields.map(({ name, number }) => [name, number])).toEqual([
      ['page', 2],
      ['words', 3],
      ['kind', 5],
    ]);
  });

  it('puts all fields into the body if the path is fixed', () => {
    expect(route({ method: 'POST', path: '/things', query: [] }).body).toBe(request);
  });

  it('refuses values that a path cannot contain', () => {
    const { target } = route({ method: 'GET', path: '/things/{id}/{page}', query: [] });
    expect(() => target({ ...message, id: '' })).toThrow('must not be empty');
    const { page: _page, ...without } = message;
    expect(() => target(without)).toThrow('page can stand in no path');
    const listed = route({ method: 'GET', path: '/things/{words}', query: [] });
    expect(() => listed.target(message)).toThrow('words can stand in no path');
  });
});
