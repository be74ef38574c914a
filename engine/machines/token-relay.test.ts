import { describe, expect, it } from 'vitest';
import { TokenRelay } from './token-relay.ts';

/** A machine that answers when the test makes it. */
function machine() {
  const calls: PromiseWithResolvers<void>[] = [];
  const relay = new TokenRelay(
    () => {
      const call = Promise.withResolvers<void>();
      calls.push(call);
      return call.promise;
    },
    async () => undefined,
  );
  return { calls, relay };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('sending new tokens to a machine', () => {
  it('sends one message at a time, and the last state last', async () => {
    const { calls, relay } = machine();
    relay.renewed();
    relay.renewed();
    relay.renewed();
    expect(calls).toHaveLength(1);
    calls[0]?.resolve();
    await turn();
    // One for both that came meanwhile.
    expect(calls).toHaveLength(2);
    calls[1]?.resolve();
    await turn();
    expect(calls).toHaveLength(2);
    relay.renewed();
    expect(calls).toHaveLength(3);
  });

  it('repeats what may not have arrived, until the machine is released', async () => {
    const { calls, relay } = machine();
    relay.renewed();
    calls[0]?.reject(new Error('no answer'));
    await turn();
    expect(calls).toHaveLength(2);
    calls[1]?.reject(new Error('no answer'));
    await turn();
    expect(calls).toHaveLength(3);
    relay.close();
    calls[2]?.reject(new Error('no answer'));
    await turn();
    expect(calls).toHaveLength(3);
  });
});
