import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tipPlace } from './tipPlace.ts';

const view = { width: 1280, height: 800 };

it.each([
  ['right and below', { clientX: 100, clientY: 100 }, { left: 114, top: 108 }],
  ['left and above', { clientX: 1200, clientY: 700 }, { left: 986, top: 572 }],
  ['pushed in where its side has no room', { clientX: 760, clientY: 10 }, { left: 774, top: 18 }],
])('is %s', (_name, pointer, place) => {
  expect(tipPlace(pointer, { width: 200, height: 120 }, view)).toEqual(place);
});

it('is inside the window wherever the pointer is', () => {
  const size = (most: number) =>
    fc.record({
      width: fc.integer({ min: 10, max: most }),
      height: fc.integer({ min: 10, max: most }),
    });
  fc.assert(
    fc.property(
      size(300),
      size(2000),
      fc.nat(2000),
      fc.nat(2000),
      (tip, room, clientX, clientY) => {
        fc.pre(tip.width + 8 <= room.width && tip.height + 8 <= room.height);
        fc.pre(clientX <= room.width && clientY <= room.height);
        const { left, top } = tipPlace({ clientX, clientY }, tip, room);
        expect(left >= 0 && left + tip.width <= room.width).toBe(true);
        expect(top >= 0 && top + tip.height <= room.height).toBe(true);
      },
    ),
  );
});
