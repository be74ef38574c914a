import { describe, expect, it } from 'vitest';
import { checkedAnswer, sendableAnswer } from './answer.ts';

describe('an answer of an own service', () => {
  const fields = [['content-type', 'text/plain']] as const;
  const octets = Buffer.from('hello');
  const answer = checkedAnswer(
    201,
    () => fields,
    () => 'hello',
    () => octets,
  );

  it('is complete for another thread', () => {
    expect(structuredClone(sendableAnswer(answer))).toEqual({
      status: 201,
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
    });
  });

  it('is unchanged otherwise', () => {
    const other = { name: 'Coffee' };
    expect(sendableAnswer(other)).toBe(other);
  });
});
