import { describe, expect, it } from 'vitest';
import { parseHead } from './head.ts';
import { HeadMemory } from './head-memory.ts';
import { type Response, ResponseParser } from './response-parser.ts';

const headOf = (text: string) => {
  const head = parseHead(Buffer.from(text), 0, text.length);
  if ('kind' in head) throw new Error(head.message);
  return head;
};
const remembering = (text: string) => {
  const memory = new HeadMemory();
  memory.remember(Buffer.from(`--${text}--`), 2, 2 + text.length, headOf(text));
  return memory;
};
const one = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n';
const two = 'HTTP/1.1 201 OK\r\nContent-Length: 2\r\n\r\n';

describe('HeadMemory', () => {
  it('finds nothing at first', () => {
    expect(new HeadMemory().find(Buffer.from(one), 0, one.length)).toBeNull();
  });

  it('finds the remembered head at any offset', () => {
    const memory = remembering(one);
    expect(memory.find(Buffer.from(`x${one}a`), 1, one.length + 2)).toEqual(headOf(one));
    expect(memory.length).toBe(one.length);
  });

  it('finds no head that differs in one octet or is incomplete', () => {
    const memory = remembering(one);
    for (let at = 0; at < one.length; at++) {
      const other = Buffer.from(one);
      other.writeUInt8(other.readUInt8(at) ^ 1, at);
      expect(memory.find(other, 0, other.length)).toBeNull();
      expect(memory.find(Buffer.from(one), 0, at)).toBeNull();
    }
  });

  it('remembers the last head, and none that is very long', () => {
    const memory = remembering(one);
    memory.remember(Buffer.from(two), 0, two.length, headOf(two));
    expect(memory.find(Buffer.from(one), 0, one.length)).toBeNull();
    const long = two.replace('OK', 'O'.repeat(2000));
    memory.remember(Buffer.from(long), 0, long.length, headOf(long));
    expect(memory.find(Buffer.from(two), 0, two.length)).toEqual(headOf(two));
    expect(memory.find(Buffer.from(long), 0, long.length)).toBeNull();
  });

  it('does not change the results of parsers that share it', () => {
    const memory = new HeadMemory();
    const answers = [
      `${one}a`,
      `${one}b`,
      `${two}cd`,
      'HTTP/1.1 404 No\r\nConnection: close\r\nContent-Length: 1\r\n\r\ne',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nf\r\n0\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\ngh\r\n0\r\n\r\n',
      'HTTP/1.1 204 No\r\n\r\n',
      'HTTP/1.1 204 No\r\n\r\n',
      `HTTP/1.1 103 Hints\r\n\r\n${one}i`,
      `${one}j`,
    ];
    const outcomes = (memoryOf: () => HeadMemory) => {
      const seen: string[] = [];
      const take = ({ status, body, keepAlive }: Response) =>
        seen.push(`${status} ${body} ${keepAlive}`);
      const parsers = [0, 1].map(() => {
        const parser = new ResponseParser(
          take,
          ({ code }) => seen.push(code),
          undefined,
          memoryOf(),
        );
        parser.keepBody = true;
        return parser;
      });
      answers.forEach((text, turn) => {
        parsers[turn % 2]?.execute(Buffer.from(text), 0, text.length);
      });
      return seen;
    };
    const shared = outcomes(() => memory);
    expect(shared).toEqual(outcomes(() => new HeadMemory()));
    expect(shared.slice(0, 4)).toEqual(['200 a true', '200 b true', '201 cd true', '404 e false']);
  });
});
