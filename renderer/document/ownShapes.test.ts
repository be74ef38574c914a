import { describe, expect, it } from 'vitest';
import { mergeValue, readText, renameKey } from './edit.ts';
import { addServer, removeServer, renameServer, serversIn, withKind } from './ownServers.ts';
import { freeName, removeShape, renameShape } from './ownShapes.ts';

const file = `wirebench: 1
name: Orders
service:
  rest: {address: "http://127.0.0.1:8080"} # the old one
  requests:
    get-order:    # the usual
      rest:
        path: /orders/7   # exists in every copy
        query: {page: 1}
    login: {rest: {path: /login}}
  mixes:
    browse: {get-order: 9, login: 1}
  flows:
    checkout:
      setup: [{request: login}]
      steps:
        - request: get-order # first
factors:
  protocol: [rest]
  shape: [get-order, browse]
`;

const data = (text: string) => readText(text).data;
const comments = ['# the old one', '# the usual', '# exists in every copy', '# first'];
const keepsComments = (text: string) => comments.every((comment) => text.includes(comment));

describe('mergeValue', () => {
  it('writes only differences, and keeps comments', () => {
    const rest = { path: '/orders/8', headers: { accept: 'text/plain' } };
    const after = mergeValue(file, ['service', 'requests', 'get-order', 'rest'], rest);
    expect(data(after)).toMatchObject({ service: { requests: { 'get-order': { rest } } } });
    expect(after).toContain('path: /orders/8   # exists in every copy');
    expect(after).not.toContain('page');
    expect(keepsComments(after)).toBe(true);
  });

  it('rewrites values in brackets, and no other line', () => {
    const after = mergeValue(file, ['service', 'requests', 'login'], {
      rest: { method: 'POST', path: '/login' },
    });
    const less = mergeValue(after, ['service', 'mixes', 'browse'], { 'get-order': 9 });
    expect(less).toBe(
      file
        .replace('{rest: {path: /login}}', '{rest: {path: /login, method: POST}}')
        .replace(', login: 1}', '}'),
    );
  });

  it('replaces a value that is not a mapping', () => {
    expect(data(mergeValue('a: [1]\n', ['a'], { b: 2 }))).toEqual({ a: { b: 2 } });
    expect(data(mergeValue('a: {b: 1}\n', ['a'], {}))).toEqual({ a: {} });
  });
});

it('renameKey changes nothing but the name', () => {
  const after = renameKey(file, ['service', 'requests', 'get-order'], '7th');
  expect(after).toBe(file.replace('get-order:    #', '7th:    #'));
  expect(renameKey(file, ['service', 'requests', 'login'], 'get-order')).toBe(file);
  expect(renameKey(file, ['service', 'requests', 'none'], 'other')).toBe(file);
});

describe('own shapes', () => {
  it('are renamed wherever they are used', () => {
    const after = renameShape(file, 'requests', 'get-order', 'one-order');
    expect(after).toBe(file.replaceAll('get-order', 'one-order'));
    expect(renameShape(file, 'requests', 'get-order', 'browse')).toBe(file);
    expect(data(renameShape(file, 'mixes', 'browse', 'look'))).toMatchObject({
      factors: { shape: ['get-order', 'look'] },
    });
  });

  it('are removed with their level, and get unused names', () => {
    const after = removeShape(file, 'mixes', 'browse');
    expect(data(after)).toMatchObject({ factors: { shape: ['get-order'] } });
    expect(after).not.toContain('browse');
    expect(freeName(['a', 'a-2'], 'a')).toBe('a-3');
    expect(freeName([], 'a')).toBe('a');
  });
});

describe('own servers', () => {
  it('become levels of the factor once there are two, and keep their comments', () => {
    const one = addServer(file).replace('{{port}}', '{{port}} # fast');
    expect(serversIn(data(one))).toMatchObject([{ name: null, kind: 'start' }]);
    const two = addServer(one);
    expect(serversIn(data(two)).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(data(two)).toMatchObject({ factors: { server: ['one', 'two'] } });
    expect(two).toContain('# fast');
    expect(keepsComments(two)).toBe(true);
  });

  it('are renamed, changed and removed with their level', () => {
    const two = addServer(addServer(file));
    const named = renameServer(two, 'two', 'new');
    expect(data(named)).toMatchObject({ factors: { server: ['one', 'new'] } });
    expect(renameServer(two, 'two', 'one')).toBe(two);
    const [first] = serversIn(data(named));
    if (!first) throw new Error('There is no server');
    const watched = withKind(named, first, 'watch');
    expect(data(watched)).toMatchObject({
      target: { servers: { one: { watch: { port: 8080 } } } },
    });
    const less = removeServer(watched, first);
    expect(data(less)).toMatchObject({ factors: { server: ['new'] } });
    const [last] = serversIn(data(less));
    if (!last) throw new Error('There is no server');
    expect(data(removeServer(less, last))).toEqual(data(file));
  });

  it('can be added to a target that has addresses', () => {
    expect(data(addServer('target: {rest: "http://127.0.0.1:{{port}}"}\n'))).toMatchObject({
      target: { rest: 'http://127.0.0.1:{{port}}', start: {} },
    });
  });
});
