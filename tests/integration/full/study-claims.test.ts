import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { DatesLevel } from '../../../contracts/experiment/environment-factors.ts';
import { levelFor } from '../../../contracts/experiment/protocol-levels.ts';
import { notOffered, stackFacts } from '../../../contracts/stacks.ts';
import type { StudyName } from '../../../contracts/studies.ts';
import { workloadNameSchema } from '../../../contracts/words.ts';
import { cellsOf } from '../../../engine/experiment/cells.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';
import { shapeSizes } from '../../../scripts/support/workload-sizes.ts';
import { shortRequest } from '../../../workloads/team/data.ts';
import {
  commandProblem,
  commandsIn,
  type StudyFile,
  studyFile,
  studyFileIds,
} from '../../support/study-files.ts';

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

/** All numbers in a study's file of numbers. */
function publishedNumbers(study: StudyName): Set<number> {
  const found = new Set<number>();
  const file = new URL(`../../../fixtures/published/${study}.json`, import.meta.url);
  JSON.parse(readFileSync(file, 'utf8'), (_, value) => {
    if (typeof value === 'number') found.add(value);
    return value;
  });
  return found;
}

/** The messages of a file's shapes in all encodings. */
async function computedSizes(
  { experiment }: StudyFile,
  dates: readonly DatesLevel[],
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const shape of experiment.factors.shape) {
    for (const level of dates) {
      const sizes = await shapeSizes(
        workloadNameSchema.parse(experiment.workload),
        shape,
        level,
        experiment.data,
      );
      for (const side of [sizes.request, sizes.response]) {
        for (const bytes of Object.values(side)) found.add(Math.round(bytes));
      }
    }
  }
  return found;
}

/** Bytes on the Edinburgh study's printed screen, recreated as its tools write them. */
function edinburghScreen(): Record<'body' | 'sent' | 'keptOpen' | 'answerHead', number> {
  const body = JSON.stringify(shortRequest({ text: 'ascii', seed: 1 }), null, 4)
    .replaceAll('\n', '\r\n')
    .replaceAll('": ', '":');
  const head = [
    'POST /post/userMessage HTTP/1.0',
    `Content-length: ${body.length}`,
    'Content-type: application/json',
    'Host: localhost:8080',
    'User-Agent: ApacheBench/2.3',
    'Accept: */*',
  ].join('\r\n');
  const sent = `${head}\r\n\r\n${body}`.length;
  const answer = [
    'HTTP/1.1 200 ',
    'Content-Type: application/json',
    'Date: Mon, 01 Aug 2022 12:00:00 GMT',
    'Connection: close',
  ].join('\r\n');
  return {
    body: body.length,
    sent,
    keptOpen: sent + 'Connection: Keep-Alive\r\n'.length,
    answerHead: `${answer}\r\n\r\n`.length,
  };
}

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

  it('has commands to look at, and distinguishes wrong ones from right ones', async () => {
    expect(commandsIn(studyFile('edinburgh-2022/wire').text)).toContainEqual(
      'wire --protocol soap,rest,grpc --workload team --shape short'.split(' '),
    );
    expect(await commandProblem(['sizes', 'rest', 'soap', '--workload', 'team'])).toContain(
      'too many arguments',
    );
  });

  it.each(ids)('%s names bytes that were published or that its messages have', async (id) => {
    const file = studyFile(id);
    const claims = [...file.said.matchAll(/(\d[\d,]*) bytes( here)?/g)];
    if (claims.length === 0) return;
    const known = publishedNumbers(studyOf(file));
    if (studyOf(file) === 'edinburgh-2022') {
      for (const bytes of Object.values(edinburghScreen())) known.add(bytes);
    }
    const own = await computedSizes(file, ['full', 'date-only']);
    const bytesOf = (number = '') => Number(number.replaceAll(',', ''));
    for (const [claim, number, here] of claims) {
      expect(own.has(bytesOf(number)) || (!here && known.has(bytesOf(number))), claim).toBe(true);
    }
    // A reader of published bytes has to learn how many the file itself produces.
    const made = await computedSizes(file, file.experiment.factors.dates ?? ['full']);
    expect(claims.some(([, number, here]) => here && made.has(bytesOf(number)))).toBe(true);
  });

  it.each(ids)('%s counts its cells right', (id) => {
    const { experiment, description } = studyFile(id);
    for (const [claim, number] of description.matchAll(/(\d+) cells/g)) {
      expect(Number(number), claim).toBe(cellsOf(experiment).length);
    }
  });

  it.each(full)('%s and its twin have the same cells where they say so', (id) => {
    const [own, twin] = [studyFile(id), studyFile(`${id}-quick`)];
    const cells = [own, twin].map(({ experiment }) => cellsOf(experiment).map(describeCell));
    const claims = `${own.said} ${twin.said}`.match(/same ([\w-]+ )?cells/g) ?? [];
    if (claims.length > 0) expect(cells[1]).toEqual(cells[0]);
    if (/(three|all) of its levels/.test(twin.said)) {
      expect(own.experiment.factors.users).toEqual(
        expect.arrayContaining(twin.experiment.factors.users ?? []),
      );
    }
  });

  it.each(ids)('%s offers no choice between a thing and itself', (id) => {
    expect(studyFile(id).said).not.toMatch(/\b(\w+) or \1\b/);
  });

  it.each(ids)('%s names experiments that there are', (id) => {
    const named = studyFile(id).said.match(/\b(?:kth|isep|edinburgh|vu)-\d{4}\/[a-z0-9-]+/g) ?? [];
    for (const one of named) expect(ids).toContain(one);
  });
});

describe('the Edinburgh study’s clients', () => {
  it('sent what its screen shows only with a connection for each request', () => {
    expect(edinburghScreen()).toEqual({ body: 71, sent: 222, keptOpen: 246, answerHead: 105 });
  });

  it.each(
    ids.filter((id) => id.startsWith('edinburgh-2022/')).map((id) => [id, studyFile(id)] as const),
  )('%s has those of the study', (id, { experiment, text, said }) => {
    const { load, factors } = experiment;
    const single = load.model === 'closed' && load.requests === 1;
    const levels = factors.connections ?? [];
    for (const protocol of ['rest', 'soap'] as const) {
      expect(levels.map((level) => levelFor(level, protocol))).toEqual(
        single ? [] : ['per-request'],
      );
    }
    if (id.endsWith('-quick') || id.includes('-stacks')) return;
    const client = /client: \[raw\] +# (.*)/.exec(text)?.[1];
    expect(client).toContain(single ? 'Postman' : 'ApacheBench and ghz');
    if (!single) expect(said).toContain('222 bytes');
  });
});
