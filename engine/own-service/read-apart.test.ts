import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import type { SourceOrder } from '../../contracts/found.ts';
import { readWithin } from './read-apart.ts';

const order = (text: string): SourceOrder => ({
  source: 'openapi',
  input: 'text',
  given: [text],
  folder: '/nowhere',
  imports: [],
});
const limits = { heapMb: 160, maxMs: 60_000 };
const description = (more: string) =>
  `openapi: 3.0.0\ninfo: {title: a, version: "1"}\npaths: {/a: {get: {responses: {}}}}\n${more}`;

const code = (message: RegExp) =>
  expect.objectContaining({
    code: 'SERVICE_INVALID',
    message: expect.stringMatching(message),
  });

it('a description is read in a process, or refused with the reason', async () => {
  const [service] = await readWithin(order(description('')), limits);
  expect(service?.operations).toHaveLength(1);
  await expect(readWithin(order('[]'), limits)).rejects.toThrow(code(/expected a mapping/));
});

it('one description is read at a time, whoever asks', async () => {
  let [living, most, all] = [0, 0, 0];
  const count = (message: unknown) => {
    const { process: child } = message as { readonly process: ChildProcess };
    living += 1;
    all += 1;
    most = Math.max(most, living);
    child.once('exit', () => {
      living -= 1;
    });
  };
  subscribe('child_process', count);
  const three = Array.from({ length: 3 }, () => readWithin(order(description('')), limits));
  const broken = readWithin(order('[]'), limits).catch(() => 'refused');
  expect(await Promise.all([...three, broken])).toHaveLength(4);
  unsubscribe('child_process', count);
  expect({ all, most }).toEqual({ all: 4, most: 1 });
});

it('a description may use up the memory and time of its process only', async () => {
  const entries = '{"a":"b"},'.repeat(280_000);
  const large = `{"openapi": "3.0.0", "paths": {"/a": {"get": {}}}, "x": [${entries}0]}`;
  const little = { ...limits, heapMb: 32 };
  await expect(readWithin(order(large), little)).rejects.toThrow(code(/32 MB of memory/));
  const soon = { ...limits, maxMs: 1 };
  await expect(readWithin(order(large), soon)).rejects.toThrow(code(/OpenAPI takes more than 1ms/));
});
