import { describe, expect, it, onTestFinished } from 'vitest';
import { protocols } from '../../../contracts/words.ts';
import { ownExperiment as own } from '../../../tests/support/dom/own-experiment.ts';
import { chooseOwn, useOwnChoice } from '../../document/ownChoice.ts';
import {
  callable,
  chooseWireWorkload,
  recordable,
  setWire,
  useWire,
  wantedRequest,
} from './wireStore.ts';

describe('the settings of a capture', () => {
  const { settings } = useWire.getInitialState();

  it.each([
    [null, 'change'],
    ['read', 'read'],
    ['gone', 'change'],
  ])('%s is wanted: the request %s is recorded', (request, name) => {
    expect(wantedRequest({ ...settings, request }, own)?.name).toBe(name);
    expect(callable({ ...settings, request }, own)).toEqual(
      own.requests.find((one) => one.name === name)?.protocols,
    );
  });

  it('only the chosen protocols with the call are recorded', () => {
    const chosen = { ...settings, protocols: ['rest', 'soap'] as const };
    expect(recordable(chosen, own)).toEqual(['soap', 'rest']);
    expect(recordable({ ...chosen, request: 'read' }, own)).toEqual(['rest']);
    expect(recordable(chosen, null)).toEqual(['rest', 'soap']);
    expect(callable(settings, null)).toEqual(protocols);
    expect(callable(settings, { ...own, requests: [] })).toEqual([]);
  });

  it('another workload starts with its first shape, and leaves the own service and the rest', () => {
    onTestFinished(() => useWire.setState(useWire.getInitialState(), true));
    chooseOwn('open');
    setWire({ tls: 'mtls', request: 'read' });
    chooseWireWorkload('delivery');
    expect(useOwnChoice.getState().choice).toBeNull();
    expect(useWire.getState().settings).toEqual({
      ...settings,
      ...{ workload: 'delivery', shape: 'user', tls: 'mtls', request: 'read' },
    });
  });
});
