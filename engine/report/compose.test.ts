import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../contracts/report.ts';
import { sampleDocument } from '../../tests/support/sample-document.ts';
import { ladderDocument } from '../../tests/support/sample-ladder.ts';
import { figureChoices } from './choices.ts';
import { composeReport } from './compose.ts';
import { factsOnly } from './facts-only.ts';

const sample = sampleDocument();
const other = { ...sample, run: { ...sample.run, id: 'other', name: 'Comparison' } };
const typesOf = (report: ReturnType<typeof composeReport>) =>
  report.blocks.map((block) => (block.kind === 'text' ? 'text' : block.figure.type));

describe('a default report', () => {
  it('shows all results of one run, and is valid', () => {
    const report = composeReport([sample]);
    expect(reportSchema.parse(report)).toEqual(report);
    expect(typesOf(report)).toMatchSnapshot();
    const ofLadder = typesOf(composeReport([ladderDocument()]));
    expect(ofLadder).toContain('saturation');
    for (const overLevels of ['columns', 'percentiles', 'comparisons', 'statistics']) {
      expect(ofLadder).not.toContain(overLevels);
    }
  });

  it('begins with intervals against the first run where there are several', () => {
    const report = composeReport([sample, other]);
    expect(reportSchema.parse(report)).toEqual(report);
    expect(report.runIds).toEqual([sample.run.id, 'other']);
    expect(typesOf(report)).toMatchSnapshot();
  });

  it('states the limits of the finding after the figure that shows it', () => {
    const texts = composeReport([ladderDocument()]).blocks.flatMap((block) =>
      block.kind === 'text' ? [block.text] : [],
    );
    const { finding } = ladderDocument().analysis;
    expect(texts[0]).toBe(finding?.sentences.join('\n\n'));
    for (const limit of finding?.limits.slice(0, 2).map(factsOnly) ?? [])
      expect(texts[1]).toContain(limit);
  });

  it('names the run of each finding and limit where there are several', () => {
    const known = sample.analysis.finding ?? expect.fail('the sample has no finding');
    const renamed = (id: string, name: string, sentence: string) => {
      const finding = { ...known, sentences: [sentence], limits: [`Limit of ${name}.`] };
      const analysis = { ...sample.analysis, finding };
      return { ...sample, run: { ...sample.run, id, name }, analysis };
    };
    const { finding: _finding, ...without } = other.analysis;
    const report = composeReport([
      renamed('one', 'One', 'REST saturates.'),
      renamed('two', 'Two', 'REST did not saturate.'),
      { ...other, analysis: without },
    ]);
    const [findings, limits] = report.blocks.flatMap((block) =>
      block.kind === 'text' ? [block.text.split('\n\n')] : [],
    );
    expect(findings).toMatchSnapshot();
    expect(limits?.map((text) => text.split(' was ')[0])).toMatchSnapshot();
  });

  it('names the other machines that a run was measured with, where there were any', () => {
    const serviceOn = {
      ...{ name: 'beta', host: '192.168.1.6', os: 'Linux', cpu: 'Any', cores: 4 },
      ...{ memoryBytes: 8e9, roundTripMs: 0.5 },
    };
    const apart = { ...sample, trials: sample.trials.map((trial) => ({ ...trial, serviceOn })) };
    const textOf = (document: typeof sample) => JSON.stringify(composeReport([document]).blocks);
    expect(textOf(apart)).toContain(
      'On other machines: service on beta: 4 cores of Any, 0.500 ms there and back.',
    );
    expect(textOf(sample)).not.toContain('On other machines');
  });

  it('can be limited to certain figures', () => {
    expect(typesOf(composeReport([sample], ['trials', 'heat-map']))).toEqual([
      'text',
      'trials',
      'text',
      ...sample.trials.filter(({ requests }) => requests.ok > 0).map(() => 'heat-map'),
    ]);
    expect(typesOf(composeReport([sample], ['saturation']))).toEqual(['text', 'text']);
  });

  it('has nothing to compare where runs share no cell', () => {
    const choices = figureChoices([sample, ladderDocument()]);
    const types = choices.map(({ figure }) => figure.type);
    expect(types).toContain('environment');
    for (const type of ['ratios', 'intervals']) expect(types).not.toContain(type);
  });
});
