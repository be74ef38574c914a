import { notifications, notificationsStore } from '@mantine/notifications';
import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import {
  answering,
  eventually,
  pressIn,
  saying,
  shellWith,
  shown,
  toasts,
} from '../../tests/support/dom/answering.tsx';
import { Text } from '../report/Text.tsx';
import { linkEvents } from '../transport/connection.ts';
import { queryClient } from '../transport/engine.ts';
import { askWhich } from './askWhich.tsx';
import { attempt } from './attempt.ts';
import { CopyButton } from './CopyButton.tsx';
import { moveFocus } from './moveFocus.ts';
import { notifyDone, notifyError, notifyNext } from './notify.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { saveText } from './saveAs.ts';
import { trustColumn } from './trustColumn.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';
import { WithCommands } from './WithCommands.tsx';

/** The word, tone and icon of a badge. */
function badge(part: HTMLElement) {
  const one = part.querySelector('[data-tone]');
  const icon = /tabler-icon-([\w-]+)/.exec(
    one?.querySelector('svg')?.getAttribute('class') ?? '',
  )?.[1];
  return [one?.textContent, one?.getAttribute('data-tone'), icon, one?.hasAttribute('data-bare')];
}

it.each([
  ['ok', 'Trusted', 'plain', 'shield-check'],
  ['suspect', 'Suspect', 'warn', 'alert-triangle'],
  ['client-bound', 'Client-bound', 'bad', 'gauge-off'],
] as const)('a verdict that is %s', (verdict, ...look) => {
  expect(badge(shown(<VerdictBadge verdict={verdict} />))).toEqual([...look, false]);
  const { render, value } = trustColumn<null>(() => ({ verdict, reasons: ['A.'] }));
  expect([value(null), badge(shown(render?.(null)))]).toEqual([verdict, [...look, true]]);
});

it.each([
  ['waiting', false, 'Waiting', 'plain'],
  ['running', false, 'Running', 'active'],
  ['completed', false, 'Completed', 'good'],
  ['completed', true, 'Requests failed', 'bad'],
  ['stopped', true, 'Stopped', 'plain'],
  ['failed', false, 'Failed', 'bad'],
  ['skipped', false, 'Skipped', 'plain'],
  ['interrupted', false, 'Interrupted', 'warn'],
  ['newer', false, 'newer', 'warn'],
] as const)('a run that is %s, failing %s: %s', (status, failing, label, tone) => {
  answering({});
  const part = shown(<StatusBadge status={status as 'failed'} failing={failing} />);
  expect(badge(part).slice(0, 2)).toEqual([label, tone]);
  const pulse = part.querySelector('[class*=pulse]') !== null;
  expect(pulse).toBe(status === 'running');
  flushSync(() => linkEvents.closed('ended'));
  expect(badge(part)[0]).toBe(status === 'running' ? 'Interrupted' : label);
});

it('shows two messages at most, none of them twice, and keeps those that stay', () => {
  answering({});
  for (const words of ['a', 'a', 'b', 'c']) notifyDone(words);
  expect(toasts()).toEqual(['gray: b', 'gray: c']);
  notifyDone('b');
  expect(toasts()).toHaveLength(2);
  notifications.clean();
  notifications.show({ id: 'stays', message: 'stays', autoClose: false });
  for (const words of ['d', 'e']) notifyDone(words);
  expect(toasts()).toEqual(['stays', 'gray: e']);
});

it('says what failed and what to do, for long enough to read', () => {
  answering({});
  notifyError(new WirebenchError('INTERNAL', 'No room', { hint: 'Make some.' }), 'It failed');
  notifyNext('Now', 'Go on.', { label: 'There', route: { view: 'wire' } });
  expect(toasts()).toEqual([
    'red: It failed: No room. Make some.',
    'gray: Now: Go on. There → #/wire',
  ]);
  const { notifications: shownNow } = notificationsStore.getState();
  expect(shownNow.map(({ autoClose, role }) => [autoClose, role])).toEqual([
    [12_000, 'alert'],
    [20_000, undefined],
  ]);
});

it('tells whether an attempt succeeded, and asks again either way', async () => {
  answering({});
  const ask = () => queryClient.setQueryData(['runs', 'list'], []);
  const isStale = () => queryClient.getQueryState(['runs', 'list'])?.isInvalidated;
  ask();
  expect(await attempt('It failed', async () => 1)).toBe(true);
  expect(isStale()).toBe(false);
  expect(await attempt('It failed', async () => 1, ['runs'])).toBe(true);
  expect(isStale()).toBe(true);
  ask();
  expect(await attempt('It failed', () => Promise.reject(new Error('No.')), ['runs'])).toBe(false);
  expect([isStale(), toasts()]).toEqual([true, ['red: It failed: No.']]);
});

it('saves a text where the user wants it', async () => {
  answering({});
  const [calls] = shellWith({ saveFile: { name: 'there.csv', path: null } });
  await saveText('a.csv', 'text/csv', 'a,b');
  expect(calls).toEqual([
    [{ suggestedName: 'a.csv', path: null, mediaType: 'text/csv', content: 'a,b' }],
  ]);
  expect(toasts()).toEqual(['gray: Saved there.csv']);
  shellWith({ saveFile: null });
  await saveText('a.csv', 'text/csv', 'a,b');
  expect(toasts()).toHaveLength(1);
});

it('asks which of several, and takes a closed question for none', async () => {
  const question = {
    title: 'Which?',
    text: 'One of',
    choices: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B', tone: 'usual' },
    ],
  } as const;
  const asked = saying('B', 'A', null);
  expect([await askWhich(question), await askWhich(question), await askWhich(question)]).toEqual([
    'b',
    'a',
    null,
  ]);
  expect(asked).toEqual(['Which?', 'Which?', 'Which?']);
});

it('copies a text, and says so', async () => {
  answering({});
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  onTestFinished(() => void vi.unstubAllGlobals());
  pressIn(shown(<CopyButton text="abc" name="Copy: it" />), 'Copy: it');
  await eventually(toasts).toEqual(['gray: Text copied']);
  expect(writeText.mock.calls).toEqual([['abc']]);
  const part = shown(<WithCommands text="Run `npx wirebench serve` or `npm test` now." />);
  expect([...part.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Copy: npx wirebench serve',
  ]);
  expect(part.querySelectorAll('code')).toHaveLength(2);
});

it('moves the focus between rows by the arrow keys', () => {
  const part = shown(
    <table>
      <tbody onKeyDown={moveFocus}>
        <tr tabIndex={0}>
          <td>
            <button type="button">x</button>
          </td>
        </tr>
        <tr tabIndex={0}>
          <td>b</td>
        </tr>
        <tr>
          <td>c</td>
        </tr>
      </tbody>
    </table>,
  );
  const rows = [...part.querySelectorAll('tr')];
  const key = (name: string) => {
    const free = fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
    return [rows.indexOf(document.activeElement as HTMLTableRowElement), free];
  };
  rows[0]?.focus();
  expect(['ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp'].map(key)).toEqual([
    [0, true],
    [1, false],
    [1, true],
    [1, true],
    [0, false],
  ]);
  part.querySelector('button')?.focus();
  expect(key('ArrowDown')).toEqual([-1, true]);
});

it('writes the simple markup of text blocks as elements', () => {
  const text = '# Head\n\nOne **two** *three* `four` <b>\n\n- a\n- b **c**';
  expect(shown(<Text id="t" text={text} />).innerHTML).toBe(
    '<div class="text" id="t"><h2>Head</h2><p>One <strong>two</strong> <em>three</em> <code>four</code> &lt;b&gt;</p><ul><li>a</li><li>b <strong>c</strong></li></ul></div>',
  );
});
