import { describe, expect, it } from 'vitest';
import { madeFinding, trialsOf } from '../../../tests/support/made-finding.ts';
import { makeRound } from '../../../tests/support/records.ts';

describe('the answer of a run without results at one level', () => {
  it('reports the answers before a run was stopped', () => {
    const stopped = trialsOf([[{ protocol: 'rest' }, [211]]], { status: 'stopped' });
    expect(madeFinding(stopped).sentences).toMatchSnapshot();
  });

  it('does not compare means over stages that do not keep rising', () => {
    const stages = (...rates: number[]) => {
      const rounds = rates.map((rate, index) => {
        return { ...makeRound(index, 0, { kind: 'stage', users: null }), rate };
      });
      const cells = (['rest', 'rsocket'] as const).map(
        (protocol) => [{ protocol, users: undefined }, [70, 71, 72]] as const,
      );
      return trialsOf(cells, { rounds });
    };
    const { sentences, evidence } = madeFinding(stages(60, 100, 50));
    expect(sentences).toMatchSnapshot();
    expect(evidence).toEqual([]);
    expect(madeFinding(stages(60, 60)).evidence).not.toEqual([]);
    const [alone] = stages(60, 100, 50);
    expect(madeFinding(alone ? [alone] : []).sentences[0]).toContain('do not keep rising');
  });
});
