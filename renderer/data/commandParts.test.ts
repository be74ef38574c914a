import { expect, it } from 'vitest';
import { commandParts } from './commandParts.ts';

it('separates commands from the words around them', () => {
  expect(commandParts('Install Go, then run `npx wirebench stacks build go`.')).toEqual([
    { text: 'Install Go, then run ', isCommand: false },
    { text: 'npx wirebench stacks build go', isCommand: true },
    { text: '.', isCommand: false },
  ]);
  expect(commandParts('No command.')).toEqual([{ text: 'No command.', isCommand: false }]);
});
