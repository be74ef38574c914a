import { describe, expect, it } from 'vitest';
import { describeCell } from '../../contracts/experiment/cell.ts';
import { notOffered, stackFacts } from '../../contracts/stacks.ts';
import type { StudyName } from '../../contracts/studies.ts';
import { workloadNameSchema } from '../../contracts/words.ts';
import {
  commandProblem,
  commandsIn,
  type StudyFile,
  studyFile,
  studyFileIds,
} from '../../tests/support/study-files.ts';
import { cellsOf } from './cells.ts';
import { readExperiment } from './read.ts';

const ids = studyFileIds();
const full = ids.filter((id) => !id.endsWith('-quick'));
const studyOf = ({ id }: StudyFile) => /^[a-z]+-\d{4}/.exec(id)?.[0] as StudyName;

/** The languages of the services of each study. */
const languages: Readonly<Record<StudyName, readonly string[]>> = {
  'kth-2023': ['Java', 'Python', 'Rust'],
  'kth-2024': ['Java'],
  'isep-2025': ['Java'],
  'edinburgh-2022': ['Java', 'Go'],
  'vu-2020': ['Java'],
};

describe('what the study files say', () => {
  it.each(ids)('%s names the language of its services and of the study’s', (id) => {
    const file = studyFile(id);
    if (file.experiment.factors.stack) return;
    expect(file.description).toContain('Node.js');
    for (const language of languages[studyOf(file)]) {
      expect(file.description).toContain(language);
    }
  });

  it.each(ids.filter((id) => id.includes('-stacks')))(
    '%s is the experiment beside it in languages of the study, and says how to have them',
    (id) => {
      const { experiment, ...file } = studyFile(id);
      const base = studyFile(id.replace('-stacks', '')).experiment;
      const { stack = [], ...factors } = experiment.factors;
      const { name, description } = base;
      // A virtual machine that has just started may answer nothing in the time of a twin: some count requests.
      const load = id.endsWith('-quick') ? base.load : experiment.load;
      expect({ ...experiment, factors, name, description, load }).toEqual(base);
      expect(experiment.load.model).toBe(base.load.model);
      const labels = stack.map((one) => stackFacts[one].label);
      expect(languages[studyOf({ experiment, ...file })]).toEqual(expect.arrayContaining(labels));
      for (const label of labels) expect(experiment.name).toContain(label);
      expect(file.description).toContain(`"wirebench stacks build ${stack.join(' ')}"`);
      for (const one of stack) {
        for (const protocol of factors.protocol) {
          expect(
            notOffered(one, workloadNameSchema.parse(experiment.workload), protocol),
          ).toBeNull();
        }
      }
    },
  );

  it('goes through every cell that a study with several languages has', () => {
    const cells = (id: string) => cellsOf(studyFile(id).experiment).length;
    expect(cells('kth-2023/throughput-stacks')).toBe(24);
    expect(cells('edinburgh-2022/sizes-stacks')).toBe(12);
    expect(cells('edinburgh-2022/database-stacks')).toBe(12);
    expect(cells('edinburgh-2022/concurrency-stacks')).toBe(252);
  });

  it.each(ids)('%s advises commands that the command line takes', async (id) => {
    const { text } = studyFile(id);
    for (const words of commandsIn(text)) {
      expect([words.join(' '), await commandProblem(words)]).toEqual([words.join(' '), null]);
      if (words[0] !== 'run') continue;
      const overrides = words
        .filter((_, index) => words[index - 1] === '--set')
        .map((word) => ({ path: word.split('=')[0] ?? '', value: word.split('=')[1] ?? '' }));
      expect(readExperiment(text, { overrides })).toMatchObject({ ok: true });
    }
  });

  it.each(ids)('%s counts its cells right', (id) => {
    const { experiment, description } = studyFile(id);
    for (const [claim, number] of description.matchAll(/(\d+) cells/g)) {
      expect(Number(number), claim).toBe(cellsOf(experiment).length);
    }
  });

  it.each(full)('%s and its twin have the same cells where they say so', (id) => {
    const [own, twin] = [studyFile(id), studyFile(`${id}-quick`)];
    const cells = [own, twin].map(({ experiment }) => cellsOf(experiment).map(describeCell).sort());
    const claims = `${own.said} ${twin.said}`.match(/same ([\w-]+ )?cells/g) ?? [];
    if (claims.length > 0) expect(cells[1]).toEqual(cells[0]);
    if (/(three|all) of its levels/.test(twin.said)) {
      expect(own.experiment.factors.users).toEqual(
        expect.arrayContaining(twin.experiment.factors.users ?? []),
      );
    }
  });
});
