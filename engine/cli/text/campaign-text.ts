import type { CampaignDocument } from '../../../contracts/published.ts';
import { workWords } from '../../../contracts/work.ts';
import { countOf, formatCount, formatWholeSeconds } from '../../../figures/format.ts';
import { drawTable } from './table.ts';

type CampaignRun = CampaignDocument['runs'][number];

/** What each run of a campaign came to; ends with a newline. */
export function drawCampaign({ runs, seconds }: CampaignDocument): string {
  const count = (key: 'agrees' | 'disagrees' | 'undetected' | 'untold') => (run: CampaignRun) =>
    String(run.published?.counts[key] ?? 0);
  const right = 'right' as const;
  const works = new Set(runs.map(({ counts }) => counts));
  const [single] = works.size === 1 ? works : [];
  const table = drawTable<CampaignRun>(
    [
      { title: 'experiment', cell: ({ experiment }) => experiment },
      { title: 'run', cell: ({ runId }) => runId },
      { title: 'status', cell: ({ status }) => status },
      { title: 's', align: right, cell: (run) => formatCount(run.seconds) },
      {
        title: single ? workWords[single].many : 'succeeded',
        align: right,
        cell: ({ requests, counts }) =>
          `${formatCount(requests.ok)}${single ? '' : ` ${workWords[counts].many}`}`,
      },
      { title: 'failed', align: right, cell: (run) => String(run.requests.failed) },
      { title: 'agree', align: right, cell: count('agrees') },
      { title: 'disagree', align: right, cell: count('disagrees') },
      { title: 'no difference', align: right, cell: count('undetected') },
      { title: 'untold', align: right, cell: count('untold') },
    ],
    runs,
  );
  return `${table}${countOf(runs.length, 'run')} in ${formatWholeSeconds(seconds)}.\n`;
}
