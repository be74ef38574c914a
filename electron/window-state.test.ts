import { expect, it } from 'vitest';
import { type Area, placeWindow } from './window-state.ts';

const laptop: Area = { x: 0, y: 0, width: 1280, height: 800 };
const monitor: Area = { x: 1280, y: -200, width: 2560, height: 1440 };
const saved = { x: 100, y: 50, width: 1100, height: 700, maximized: false };

it('where the window opens is in the middle the first time, no larger than the screen', () => {
  expect(placeWindow(null, [laptop])).toEqual({
    x: 0,
    y: 0,
    width: 1280,
    height: 800,
    maximized: false,
  });
  expect(placeWindow(null, [monitor])).toMatchObject({
    x: 1880,
    y: 90,
    width: 1360,
    height: 860,
  });
});

it('where the window opens is where it was', () => {
  expect(placeWindow({ ...saved, maximized: true }, [laptop])).toEqual({
    ...saved,
    maximized: true,
  });
  expect(placeWindow({ ...saved, x: 2000, y: -150 }, [laptop, monitor])).toMatchObject({
    x: 2000,
    y: -150,
  });
});

it.each([
  ['the screen is gone', { ...saved, x: 2000 }],
  ['only its edge would show', { ...saved, x: 1270 }],
  ['its title bar would be above the screen', { ...saved, y: -100 }],
  ['its title bar would be below the screen', { ...saved, y: 790 }],
])('where the window opens is in the middle when %s', (_why, state) => {
  expect(placeWindow(state, [laptop])).toMatchObject({ x: 0, y: 0 });
});

it('where the window opens is never too small to work in', () => {
  expect(placeWindow({ ...saved, width: 500, height: 300 }, [laptop])).toMatchObject({
    width: 960,
    height: 640,
  });
});
