import { directions, type PublishedTally } from '../../../contracts/published-judgement.ts';
import { DirectionChip, DoubtChip } from './DirectionChip.tsx';

/** Outcome of the published ratios that a run has results for: a chip for each direction, and for doubt. */
export function TallyChips({ tally }: { readonly tally: PublishedTally }) {
  const tallies = directions.flatMap((direction) => {
    const sound = tally.sound[direction];
    const doubted = tally.directions[direction] - sound;
    return [
      { direction, sound: true, count: sound },
      { direction, sound: false, count: doubted },
    ].filter(({ count }) => count > 0);
  });
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
      {tallies.map((one) => (
        <DirectionChip key={`${one.direction} ${one.sound}`} {...one} />
      ))}
      {tally.inDoubt > 0 && <DoubtChip count={tally.inDoubt} />}
    </span>
  );
}
