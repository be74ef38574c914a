import { expect, it } from 'vitest';
import { failureKind, failureWords } from './failures.ts';

it.each([
  ['500', 'HTTP 500: {"error":"database is down"}', '500 “database is down”'],
  ['500', 'HTTP 500: {"error":{"code":7,"message":"no  room."}}', '500 “no room”'],
  ['404', 'HTTP 404: {"status":404,"title":"Not found","detail":"no order 7"}', '404 “no order 7”'],
  ['503', 'HTTP 503', '503'],
  ['502', 'HTTP 502: <html>', '502 “<html>”'],
  ['500', 'HTTP 500: {"error":"cut of', '500 “{"error":"cut of”'],
  ['500', 'HTTP 500: {"id":7}', '500 “{"id":7}”'],
  ['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'],
  ['UNAVAILABLE', 'x'.repeat(90), `UNAVAILABLE “${'x'.repeat(79)}…”`],
])('says %s %s in words', (code, message, words) => {
  expect(failureWords({ code, message })).toBe(words);
});

it('has the same kind whatever its numbers', () => {
  expect(failureKind('port 4711 of 10.0.0.1')).toBe('port 0 of 0.0.0.0');
});
