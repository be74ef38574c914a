import { takeTurns } from '../attacks.ts';
import type { Kind } from '../kind.ts';
import { engineAttacks } from './engines.ts';
import { partAttacks } from './parts.ts';
import { powerCuts } from './power-cuts.ts';

const attacks = [...engineAttacks, ...partAttacks, ...powerCuts];

export const kills: Kind = {
  name: 'kills',
  promise:
    'No process stays behind; at most the second in progress is lost; a signal ends the program with 130 and a stored run; the next run works.',
  share: 4,
  expected: 200,
  few: 1,
  plants: attacks.flatMap(({ plant }) => plant ?? []),
  run: async (turn) => {
    if (process.platform !== 'linux') {
      turn.without('kills', 'processes are looked for in /proc');
      return;
    }
    await takeTurns(turn, attacks);
  },
};
