import { expect, it } from 'vitest';
import { type Load, loadSchema } from '../../contracts/experiment/load.ts';
import { extensionNotes, notExtendable, whyNotExtendable } from './extension.ts';

const load = (given: Record<string, unknown>): Load => loadSchema.parse(given);

it('extending a trial is possible where time ends a closed or open load', () => {
  expect(whyNotExtendable(load({ model: 'closed', duration: '5s' }))).toBeNull();
  expect(whyNotExtendable(load({ model: 'open', duration: '5s' }))).toBeNull();
});

it.each<[string, Record<string, unknown>]>([
  ['number of requests', { model: 'closed', requests: 100 }],
  ['number of requests', { model: 'open', requests: 100 }],
  ['ramp', { model: 'ramp', of: 'users', from: 1, to: 10, perSecond: 1 }],
  ['steps', { model: 'steps', levels: [1, 2], hold: '5s' }],
  ['stages', { model: 'stages', stages: [{ for: '5s', to: 3 }] }],
  ['search', { model: 'search', of: 'users', method: 'doubling' }],
])('extending a trial is refused with a reason otherwise: %s', (words, given) => {
  expect(whyNotExtendable(load(given))).toContain(words);
});

it.each(['closed', 'open'])(
  'extending a trial is refused with its code for a number of requests: %s',
  (model) => {
    const why = whyNotExtendable(load({ model, requests: 20_000 }));
    expect(notExtendable(why ?? 'it can be extended')).toMatchObject({
      code: 'TRIAL_NOT_EXTENDABLE',
      message:
        'This load ends after a number of requests, not after a time, so it cannot be extended.',
    });
  },
);

it('extending a trial is noted in the result', () => {
  const measured = load({ model: 'closed', duration: '120s' });
  expect(extensionNotes(measured, 0, 2)).toEqual([]);
  const note =
    'The measured window was extended by 70.5 s while it was open, from 120 s to 190.5 s.';
  expect(extensionNotes(measured, 70_500, 0.2)).toEqual([note]);
  expect(extensionNotes(measured, 70_500, 1.5)).toEqual([
    note,
    'A load worker received the extension too late: it ended 1.5 s before the others, so the load was smaller from then on.',
  ]);
});
