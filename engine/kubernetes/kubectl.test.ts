import { describe, expect, it } from 'vitest';
import { failureOf } from './kubectl.ts';

const log =
  'E1123 10:00:00.000000      42 memcache.go:265] "Unhandled Error" err="couldn\'t get current server API group list"\n';

describe('output of kubectl', () => {
  const refused =
    'Error from server (Forbidden): jobs.batch is forbidden: User "guest" cannot delete';
  it.each([
    [
      'UNREACHABLE',
      `${log}The connection to the server localhost:8080 was refused - is it right?\n`,
    ],
    ['UNREACHABLE', 'Unable to connect to the server: dial tcp: lookup gone: no such host\n'],
    ['UNREACHABLE', 'error: context "other" does not exist\n'],
    ['REFUSED', `${refused} resource "jobs" in API group "batch" in the namespace "default"\n`],
    ['REFUSED', 'error: You must be logged in to the server (Unauthorized)\n'],
    ['REFUSED', 'error: timed out waiting for the condition on jobs/wirebench-agents\n'],
    ['REFUSED', 'Error from server (NotFound): namespaces "bench" not found\n'],
  ])('is an error with a code: %s %s', (code, stderr) => {
    const error = failureOf(stderr);
    expect(error.code).toBe(`CLUSTER_${code}`);
    expect(error.message).toBe(stderr.replace(log, '').trim());
  });

  it('is shortened, and never empty', () => {
    expect(failureOf(log).message).toContain('without a message');
    expect(failureOf('x'.repeat(5000)).message.length).toBeLessThan(1000);
  });

  it('has a hint that names the missing rights', () => {
    expect(failureOf('Error from server (Forbidden): no').hint).toContain('rights');
  });
});
