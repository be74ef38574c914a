import { describe, expect, it } from 'vitest';
import { checkedAnswer, sendableAnswer } from './answer.ts';

describe('an answer of a user’s own service', () => {
  const fields = [['content-type', 'text/plain']] as const;
  const octets = Buffer.from('hello');
  const answer = checkedAnswer(
    201,
    () => fields,
    () => 'hello',
    () => octets,
  );

  it('is whole for another thread', () => {
    expect(structuredClone(sendableAnswer(answer))).toEqual({
      status: 201,
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    });
  });

  it('is left as it is where it is none of these', () => {
    const other = { name: 'Coffee' };
    expect(sendableAnswer(other)).toBe(other);
  });
});
