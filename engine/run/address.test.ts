import { expect, it } from 'vitest';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { parseTarget, remoteHosts } from './address.ts';

it.each([
  ['http://host:8080', 'host', 8080, ''],
  ['http://host', 'host', 80, ''],
  ['https://host', 'host', 443, ''],
  ['https://host:443', 'host', 443, ''],
  ['https://host:80', 'host', 80, ''],
  ['http://host/api/', 'host', 80, '/api'],
  ['http://host:1/a/b//', 'host', 1, '/a/b'],
  ['http://[::1]:8080/x', '::1', 8080, '/x'],
  ['host:50051', 'host', 50051, ''],
  ['host:80', 'host', 80, ''],
  ['host:443', 'host', 443, ''],
  ['127.0.0.1:50051', '127.0.0.1', 50051, ''],
  ['[::1]:50051', '::1', 50051, ''],
  ['http:50051', 'http', 50051, ''],
  ['https:50051', 'https', 50051, ''],
])('parseTarget %s', (text, host, port, basePath) => {
  expect(parseTarget(text)).toEqual({ host, port, basePath });
});

const experiment = (target: string, protocols = '[rest, soap, grpc]') =>
  experimentOf(
    `wirebench: 1\nname: t\ntarget: ${target}\nfactors: {protocol: ${protocols}}\nload: {model: closed, duration: 1s}\n`,
  );

it.each([
  ['bundled', '[rest]', []],
  [
    '{rest: "http://localhost:1", grpc: "[::1]:2", soap: "http://127.9.9.9"}',
    '[rest, soap, grpc]',
    [],
  ],
  [
    '{rest: "http://Far:1", soap: "http://far:2", grpc: "near:3"}',
    '[rest, soap, grpc]',
    ['far', 'near'],
  ],
  ['{rest: "http://far:1", grpc: "near:3"}', '[rest]', ['far']],
  ['{rest: "http://127.0.0.1.example:1"}', '[rest]', ['127.0.0.1.example']],
  ['{rest: "http://localhost.example:1"}', '[rest]', ['localhost.example']],
  ['{rest: "http://0.0.0.0:1"}', '[rest]', ['0.0.0.0']],
  ['{rest: "http://localhost@far:1"}', '[rest]', ['far']],
  ['{rest: "http://10.0.0.1:1"}', '[rest]', ['10.0.0.1']],
])('remoteHosts %s with %s', (target, protocols, hosts) => {
  expect(remoteHosts(experiment(target, protocols))).toEqual(hosts);
});
