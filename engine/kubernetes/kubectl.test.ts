import { describe, expect, it } from 'vitest';
import { failureOf } from './kubectl.ts';

const log =
  'E1123 10:00:00.000000      42 memcache.go:265] "Unhandled Error" err="couldn\'t get current server API group list"\n';

describe('output of kubectl', () => {
  it.each([
    [
      'no listener',
      `${log}The connection to the server localhost:8080 was refused - did you specify the right host or port?\n`,
      'CLUSTER_UNREACHABLE',
    ],
    [
      'no such name',
      'Unable to connect to the server: dial tcp: lookup gone.example: no such host\n',
      'CLUSTER_UNREACHABLE',
    ],
    ['no such context', 'error: context "other" does not exist\n', 'CLUSTER_UNREACHABLE'],
    [
      'no rights',
      'Error from server (Forbidden): jobs.batch is forbidden: User "guest" cannot delete resource "jobs" in API group "batch" in the namespace "default"\n',
      'CLUSTER_REFUSED',
    ],
    [
      'not logged in',
      'error: You must be logged in to the server (Unauthorized)\n',
      'CLUSTER_REFUSED',
    ],
    [
      'pods that do not end',
      'error: timed out waiting for the condition on jobs/wirebench-agents\n',
      'CLUSTER_REFUSED',
    ],
    [
      'no namespace',
      'Error from server (NotFound): namespaces "bench" not found\n',
      'CLUSTER_REFUSED',
    ],
  ])('is an error with a code: %s', (_, stderr, code) => {
    const error = failureOf(stderr);
    expect(error.code).toBe(code);
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
