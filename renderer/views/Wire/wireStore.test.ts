import { describe, expect, it, onTestFinished } from 'vitest';
import { protocols } from '../../../contracts/words.ts';
import type { OwnExperiment } from '../../actions/ownExperiment.ts';
import { chooseOwn, useOwnChoice } from '../../document/ownChoice.ts';
import {
  callable,
  chooseWireWorkload,
  recordable,
  setWire,
  useWire,
  wantedRequest,
} from './wireStore.ts';

const own: OwnExperiment = {
  name: 'Shop',
  experiment: { text: '' },
  requests: [
    { name: 'first', protocols: ['grpc', 'rest'], changes: false },
    { name: 'second', protocols: ['soap', 'rest'], changes: true },
  ],
};

describe('the settings of a capture', () => {
  const { settings } = useWire.getInitialState();

  it.each([
    [null, 'first'],
    ['second', 'second'],
    ['gone', 'first'],
  ])('%s is wanted: the request %s is recorded', (request, name) => {
    expect(wantedRequest({ ...settings, request }, own)?.name).toBe(name);
    expect(callable({ ...settings, request }, own)).toEqual(
      own.requests.find((one) => one.name === name)?.protocols,
    );
  });

  it('only the chosen protocols with the call are recorded', () => {
    const chosen = { ...settings, protocols: ['rest', 'soap'] as const };
    expect(recordable(chosen, own)).toEqual(['rest']);
    expect(recordable({ ...chosen, request: 'second' }, own)).toEqual(['soap', 'rest']);
    expect(recordable(chosen, null)).toEqual(['rest', 'soap']);
    expect(callable(settings, null)).toEqual(protocols);
    expect(callable(settings, { ...own, requests: [] })).toEqual([]);
  });

  it('another workload starts with its first shape, and leaves the own service and the rest', () => {
    onTestFinished(() => useWire.setState(useWire.getInitialState(), true));
    chooseOwn('open');
    setWire({ tls: 'mtls', request: 'first' });
    chooseWireWorkload('delivery');
    expect(useOwnChoice.getState().choice).toBeNull();
    expect(useWire.getState().settings).toEqual({
      ...settings,
      ...{ workload: 'delivery', shape: 'user', tls: 'mtls', request: 'first' },
    });
  });
});
