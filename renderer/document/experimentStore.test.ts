import { describe, expect, it } from 'vitest';
import { edited, emptyExperiment, isDirty, redone, undone } from './experimentStore.ts';

describe('undo', () => {
  it('merges quick edits of the same value into one step', () => {
    let state = edited(emptyExperiment, 'a', 'source', 0);
    state = edited(state, 'ab', 'source', 100);
    state = edited(state, 'abc', 'set name', 200);
    state = edited(state, 'abcd', 'set name', 5000);
    expect(state.past).toEqual(['', 'ab', 'abc']);
    expect(undone(undone(undone(state))).text).toBe('');
  });

  it('undoes and redoes, and drops the redo steps at the next edit', () => {
    const state = edited(edited(emptyExperiment, 'a', 'x', 0), 'b', 'y', 1);
    const back = undone(state);
    expect(back.text).toBe('a');
    expect(redone(back).text).toBe('b');
    expect(edited(back, 'c', 'z', 2).future).toEqual([]);
    expect(undone(emptyExperiment)).toBe(emptyExperiment);
    expect(redone(emptyExperiment)).toBe(emptyExperiment);
  });

  it('starts a new step after an undo', () => {
    const back = undone(edited(edited(emptyExperiment, 'a', 'x', 0), 'b', 'y', 1));
    expect(edited(back, 'c', 'x', 2).past).toEqual(['', 'a']);
  });
});

it('isDirty is true while the text differs from the saved one', () => {
  const state = edited(emptyExperiment, 'a', 'x', 0);
  expect(isDirty(state)).toBe(true);
  expect(isDirty(undone(state))).toBe(false);
});
