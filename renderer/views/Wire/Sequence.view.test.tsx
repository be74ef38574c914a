import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { shown } from '../../../tests/support/dom/answering.tsx';
import { scriptedCapture } from '../../../tests/support/wire-recordings.ts';
import { Sequence } from './Sequence.tsx';

it('moves between arrows by keys, from one section to the next', () => {
  const capture = scriptedCapture({
    ...{ protocol: 'rest', shape: 'small', tls: 'off', client: 'raw', text: 'ascii' },
  });
  const ids = capture.messages.map(({ id }) => id);
  const selected: number[] = [];
  const part = shown(
    <Sequence capture={capture} selected={ids[1] ?? null} onSelect={(id) => selected.push(id)} />,
  );
  const arrows = [...part.querySelectorAll('button')];
  const sections = [...part.querySelectorAll('section')].map((section) => [
    section.ariaLabel,
    section.querySelectorAll('button').length,
  ]);
  expect(sections).toEqual([
    ['TCP set-up', 3],
    ['First call', 2],
    ['Second call, connection reused', 2],
    ['Close', 3],
  ]);
  expect(arrows.map((arrow) => arrow.getAttribute('aria-current'))).toEqual(
    ids.map((_id, index) => (index === 1 ? 'true' : null)),
  );
  /** Where a key leads from an arrow, and whether it does anything. */
  const pressed = (key: string, from: number) => {
    selected.length = 0;
    flushSync(() => arrows[from]?.focus());
    const moves = !fireEvent.keyDown(arrows[from] ?? part, { key });
    const at = arrows.indexOf(document.activeElement as HTMLButtonElement);
    expect(selected).toEqual(moves ? [ids[at]] : []);
    return moves ? at : null;
  };
  const places = ids.map((_id, index) => index);
  const last = ids.length - 1;
  expect(places.map((from) => pressed('ArrowDown', from))).toEqual([...places.slice(1), null]);
  expect(places.map((from) => pressed('ArrowUp', from))).toEqual([null, ...places.slice(0, last)]);
  for (const key of ['ArrowRight', 'Enter', 'Home'])
    expect(places.map((from) => pressed(key, from))).toEqual(places.map(() => null));
});
