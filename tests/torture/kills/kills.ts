import { takeTurns } from '../attacks.ts';
import type { Kind } from '../kind.ts';
import { engineAttacks } from './engines.ts';
import { partAttacks } from './parts.ts';
import { powerCuts } from './power-cuts.ts';
import { clockLibrary, clockSteps, wallClockWindow } from './wall-clock.ts';

const attacks = [...engineAttacks, ...partAttacks, ...powerCuts];

export const kills: Kind = {
  name: 'kills',
  promise:
    'No process stays behind; at most the second in progress is lost; steps of the clock change no figure; a signal ends the program with 130 and a stored run; the next run works.',
  share: 4,
  expected: 200,
  few: 1,
  plants: [...attacks.flatMap(({ plant }) => plant ?? []), wallClockWindow],
  run: async (turn) => {
    if (process.platform !== 'linux') {
      turn.without('kills', 'processes are looked for in /proc');
      return;
    }
    const library = clockLibrary();
    if (library === null && [null, wallClockWindow].includes(turn.plant)) {
      turn.without('steps of the wall clock', 'libfaketime is not on this machine');
    }
    await takeTurns(turn, library === null ? attacks : [...attacks, clockSteps(library)]);
  },
};
