import { stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { completeConnections, KeyLogFile } from './key-log.ts';

const random = (digit: string) => digit.repeat(64);
const line = (label: string, digit: string) => `${label} ${random(digit)} ${random('f')}\n`;
const tls13 = (digit: string) =>
  ['CLIENT_HANDSHAKE_TRAFFIC', 'SERVER_HANDSHAKE_TRAFFIC', 'CLIENT_TRAFFIC', 'SERVER_TRAFFIC']
    .map((part) => line(`${part}_SECRET${part.includes('SHAKE') ? '' : '_0'}`, digit))
    .join('');

it.each([
  ['', 0],
  [line('CLIENT_RANDOM', 'a'), 1],
  [line('CLIENT_RANDOM', 'a').repeat(2), 1],
  [line('CLIENT_RANDOM', 'a') + line('CLIENT_RANDOM', 'b'), 2],
  [line('CLIENT_RANDOM', 'a').trimEnd(), 0],
  [tls13('a'), 1],
  [tls13('a').split('\n').slice(1).join('\n'), 0],
  [tls13('a') + tls13('b'), 2],
  [tls13('a') + tls13('b').trimEnd(), 1],
  [tls13('a') + line('CLIENT_RANDOM', 'b'), 2],
])('connections with all of their secrets in %#', (text, count) => {
  expect(completeConnections(text)).toBe(count);
});

it('a file of secrets is read once it has those of all connections, and removed with its folder', async () => {
  const file = await KeyLogFile.create();
  expect(file.path).toMatch(/wirebench-wire-\w+[/\\]keys\.log$/);
  expect(await file.read(0)).toBe('');
  const read = file.read(2);
  await writeFile(file.path, tls13('a'));
  await writeFile(file.path, tls13('a') + tls13('b'));
  expect(await read).toBe(tls13('a') + tls13('b'));
  await file.remove();
  await expect(stat(file.path)).rejects.toThrow('ENOENT');
  expect(await file.read(0)).toBe('');
  await file.remove();
});
