import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { inherited } from '../platform/inherited.ts';

const maxMessage = 600;

/** kubectl's message when a deletion did not complete in time. */
const unfinished = /waiting for the condition/i;
const forbidden = /forbidden|unauthorized|must be logged in/i;
const unreachable =
  /was refused|unable to connect|dial tcp|no such host|timeout|timed out|tls:|x509|current-context|context .* does not exist|no configuration|exec plugin|getting credentials|EOF/i;

/** kubectl's message, without its log lines and with a bounded length. */
function sentenceOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^[IWEF]\d{4} /.test(line));
  return [...new Set(lines)].join(' ').slice(0, maxMessage) || 'kubectl ended without a message';
}

/** Error of a failed kubectl call, derived from its output. */
export function failureOf(stderr: string): WirebenchError {
  const sentence = sentenceOf(stderr);
  // First: the text of a refusal may match the others, too.
  if (forbidden.test(sentence)) {
    return new WirebenchError('CLUSTER_REFUSED', sentence, {
      hint: 'Creating agents needs the rights to get, create, patch and delete Jobs, Secrets and ServiceAccounts in the namespace: see docs/kubernetes.md.',
    });
  }
  if (unfinished.test(sentence)) {
    return new WirebenchError('CLUSTER_REFUSED', sentence, {
      hint: 'The earlier agents are not deleted yet: their node may be lost. Check "kubectl get pods", and try again.',
    });
  }
  if (unreachable.test(sentence)) {
    return new WirebenchError('CLUSTER_UNREACHABLE', sentence, {
      hint: 'Try "kubectl version" in this shell; choose a cluster with --context, or use --print and apply the manifests where the cluster can be reached.',
    });
  }
  return new WirebenchError('CLUSTER_REFUSED', sentence);
}

/**
 * Calls kubectl.
 * @param input written to its stdin.
 * @param signal ends it.
 * @returns its standard output.
 * @throws WirebenchError KUBECTL_MISSING, CLUSTER_UNREACHABLE, CLUSTER_REFUSED
 */
export async function kubectl(
  args: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<string> {
  // Without Wirebench's own variables: kubectl may start login programs, and none of them needs the agents' token.
  const child = spawn('kubectl', args, { env: inherited(), signal });
  // Errors reject below, except where the signal was aborted before the call.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const closed = once(child, 'close', { signal });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      closed,
    ]);
    if (code === 0) return stdout;
    throw failureOf(stderr);
  } catch (error) {
    if (error instanceof WirebenchError || signal.aborted) throw error;
    throw new WirebenchError('KUBECTL_MISSING', `kubectl cannot be started: ${messageOf(error)}`, {
      cause: error,
      hint: 'Install it, or use --print and apply the manifests elsewhere.',
    });
  }
}
