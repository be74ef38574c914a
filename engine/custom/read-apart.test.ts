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
const limits = { heapMb: 160, mostMs: 60_000 };
const description = (more: string) =>
  `openapi: 3.0.0\ninfo: {title: a, version: "1"}\npaths: {/a: {get: {responses: {}}}}\n${more}`;

const code = (message: RegExp) =>
  expect.objectContaining({
    code: 'SERVICE_INVALID',
    message: expect.stringMatching(message),
  });

it('a description is read in a process, or refused with what is wrong with it', async () => {
  const [service] = await readWithin(order(description('')), limits);
  expect(service?.operations).toHaveLength(1);
  await expect(readWithin(order('[]'), limits)).rejects.toThrow(code(/expected a mapping/));
});

it('a description may take all memory and time of its process, and nothing else', async () => {
  const large = description(`x: [${'0,'.repeat(500_000)}0]`);
  const little = { ...limits, heapMb: 40 };
  await expect(readWithin(order(large), little)).rejects.toThrow(code(/40 MB of memory/));
  const soon = { ...limits, mostMs: 1 };
  await expect(readWithin(order(large), soon)).rejects.toThrow(code(/OpenAPI takes more than 1ms/));
});
