import type { StudyName } from '../../../contracts/studies.ts';
import { edinburgh2022Matching } from './edinburgh-2022.ts';
import { isep2025Matching } from './isep-2025.ts';
import { kth2023Matching } from './kth-2023.ts';
import { kth2024Matching } from './kth-2024.ts';
import type { Matching } from './matching.ts';
import { vu2020Matching } from './vu-2020.ts';

const matchings: Readonly<Record<StudyName, Readonly<Record<string, Matching>>>> = {
  'kth-2023': kth2023Matching,
  'kth-2024': kth2024Matching,
  'isep-2025': isep2025Matching,
  'edinburgh-2022': edinburgh2022Matching,
  'vu-2020': vu2020Matching,
};

/** How runs are laid beside a table; null where they have nothing to lay there, as with sizes of payloads. */
export function matchingOf(study: StudyName, table: string): Matching | null {
  return matchings[study][table] ?? null;
}
