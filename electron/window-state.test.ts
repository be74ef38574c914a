import { expect, it } from 'vitest';
import { type Area, placeWindow } from './window-state.ts';

const laptop: Area = { x: 0, y: 0, width: 1280, height: 800 };
const monitor: Area = { x: 1280, y: -200, width: 2560, height: 1440 };
const saved = { x: 100, y: 50, width: 1100, height: 700, maximized: false };

it.each<[string, typeof saved | null, [Area], object]>([
  ['no larger than the screen', null, [laptop], { ...laptop, maximized: false }],
  ['in its middle', null, [monitor], { x: 1880, y: 90, width: 1360, height: 860 }],
])('where the window opens is the first time %s', (_what, state, areas, place) => {
  expect(placeWindow(state, areas)).toMatchObject(place);
});

it('where the window opens is where it was', () => {
  const maximized = { ...saved, maximized: true };
  expect(placeWindow(maximized, [laptop])).toEqual(maximized);
  const beside = { x: 2000, y: -150 };
  expect(placeWindow({ ...saved, ...beside }, [laptop, monitor])).toMatchObject(beside);
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
  const least = { width: 960, height: 640 };
  expect(placeWindow({ ...saved, width: 500, height: 300 }, [laptop])).toMatchObject(least);
});
