import { describe, expect, it } from 'vitest';
import { refuseEndless } from './soap-text.ts';

const envelope = (inside: string) =>
  `<s:Envelope xmlns:s="urn:s"><s:Body>${inside}</s:Body></s:Envelope>`;
const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);

describe('the text of an answer for the soap library', () => {
  it.each([
    ['many elements', envelope('<a>b</a><a/>'.repeat(100_000))],
    ['markup in character data', envelope(`<a><![CDATA[${'<br>'.repeat(5000)}]]></a>`)],
    ['comments', envelope('<!-- <a> -->'.repeat(5000))],
    [
      'an envelope without a prefix',
      `<Envelope xmlns="urn:s">${'<a>b</a>'.repeat(500)}</Envelope>`,
    ],
    ['elements inside of each other', envelope(nested(900))],
  ])('may have %s', (_what, text) => {
    expect(() => refuseEndless(text)).not.toThrow();
  });

  it.each([
    ['a million elements inside of each other', envelope(nested(1_000_000)), /deep/],
    ['elements that are never closed', `<s:Envelope>${'<s:a>'.repeat(100_000)}`, /deep/],
    ['no envelope and no colon', '<a/>'.repeat(300_000), /no envelope/],
    ['tags that have no end', '<a</'.repeat(100_000), /no end/],
    ['comments that are never closed', envelope('<!--'.repeat(100_000)), /no end/],
  ])('is refused with %s', (_what, text, why) => {
    expect(() => refuseEndless(text)).toThrow(why);
  });
});
