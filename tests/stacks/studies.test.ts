import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { directionWords } from '../../contracts/published-judgement.ts';
import { foreignStacks } from '../../contracts/stacks.ts';
import { studyNames } from '../../contracts/studies.ts';
import { drawPublished } from '../../engine/cli/text/published-text.ts';
import { builtInExperiments } from '../../engine/experiment/builtin.ts';
import { publishedOfRun } from '../../engine/published/compare.ts';
import { studyExperiments } from '../../engine/published/overview.ts';
import { whyNotUsable } from '../../engine/stacks/stacks.ts';
import { engineRuns } from '../support/engine-runs.ts';

const usable = new Set<string>();
for (const stack of foreignStacks) if ((await whyNotUsable(stack)) === null) usable.add(stack);

const twins = studyNames
  .flatMap((name) => studyExperiments(name))
  .filter(({ id }) => id.endsWith('-stacks-quick'));

/** Only ends what hangs: a search over 24 cells takes minutes on a busy machine. */
const hangsAfterMs = 900_000;

const runs = engineRuns();

/** A file with few requests and one level of users; searches and ramps, which set their own, as they are. */
function shortened(id: string): string {
  const yaml = parseDocument(builtInExperiments().find((one) => one.id === id)?.text ?? '');
  if (yaml.getIn(['load', 'model']) === 'closed') {
    yaml.set('load', { model: 'closed', warmUp: 0, requests: 20 });
    yaml.setIn(['factors', 'users'], [2]);
  }
  return yaml.toString();
}

describe('the quick twins of the studies with stacks', () => {
  it('are ten', () => expect(twins).toHaveLength(10));

  for (const { id, stacks } of twins) {
    const missing = stacks.filter((stack) => !usable.has(stack));
    if (missing.length > 0) {
      it.skip(`${id}: not built: ${missing.join(', ')}`, () => undefined);
      continue;
    }
    it(`run without a failed request, and a direction stands at each published pair: ${id}`, {
      timeout: hangsAfterMs,
    }, async () => {
      const document = await runs.runToEnd(shortened(id));
      expect(document.run.status).toBe('completed');
      for (const { status, failure, requests } of document.trials) {
        expect({ status, failure, failed: requests.failed }).toEqual({
          ...{ status: 'completed', failure: null, failed: 0 },
        });
      }
      const published = publishedOfRun(document);
      expect(published).not.toBeNull();
      if (!published) return;
      const lines = drawPublished(published).split('\n');
      const pairs = published.tables.flatMap((one) => one.pairs);
      expect(pairs.length).toBeGreaterThan(0);
      const words = new Set<string>(Object.values(directionWords));
      const told = lines.filter((line) => [...words].some((word) => line.includes(`  ${word}  `)));
      expect(told.length).toBeGreaterThanOrEqual(pairs.length);
    });
  }
});
