import type { CampaignDocument } from '../../../contracts/published.ts';
import type { PublishedTally } from '../../../contracts/published-judgement.ts';
import { workWords } from '../../../contracts/work.ts';
import { countOf, formatCount, formatWholeSeconds } from '../../../metrics/format.ts';
import { drawTable } from './table.ts';

type CampaignRun = CampaignDocument['runs'][number];

/** Results of each run of a campaign; ends with a newline. */
export function drawCampaign({ runs, seconds }: CampaignDocument): string {
  const count = (of: (tally: PublishedTally) => number) => (run: CampaignRun) =>
    String(run.published ? of(run.published.tally) : 0);
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
      { title: 'ratios', align: right, cell: count(({ measured }) => measured) },
      { title: 'same direction', align: right, cell: count((one) => one.directions.same) },
      { title: 'opposite', align: right, cell: count((one) => one.directions.opposite) },
      { title: 'in our interval', align: right, cell: count(({ within }) => within) },
      { title: 'in doubt', align: right, cell: count(({ inDoubt }) => inDoubt) },
    ],
    runs,
  );
  return `${table}${countOf(runs.length, 'run')} in ${formatWholeSeconds(seconds)}.\n`;
}
