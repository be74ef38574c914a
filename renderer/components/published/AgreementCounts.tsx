import { agreements, type AgreementCounts as Counts } from '../../../contracts/published.ts';
import { AgreementChip } from './AgreementChip.tsx';

/** How many published ratios ours agree with, a chip for each answer that there is. */
export function AgreementChips({ counts }: { counts: Counts }) {
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
      {agreements
        .filter((agreement) => counts[agreement] > 0)
        .map((agreement) => (
          <AgreementChip key={agreement} agreement={agreement} count={counts[agreement]} />
        ))}
    </span>
  );
}
