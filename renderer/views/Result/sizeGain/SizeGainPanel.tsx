import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import type { RunHead } from '../../../../contracts/result.ts';
import { gainFacts } from '../../../../contracts/size-gain.ts';
import { openInEditor } from '../../../actions/openInEditor.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { SizeGain } from './SizeGain.tsx';

interface SizeGainPanelProps {
  readonly run: RunHead;
  readonly trials: readonly TrialResult[];
}

/** What protocols gain over the sizes of their messages, or what the run lacks for that. */
export function SizeGainPanel({ run, trials }: SizeGainPanelProps) {
  const facts = useMemo(() => gainFacts(trials), [trials]);
  if (facts.protocols < 2) {
    return (
      <Lacking run={run} title="Only one protocol">
        Gain over size compares protocols. Add a second protocol to the experiment and run it again.
      </Lacking>
    );
  }
  if (facts.sized === 0) {
    return (
      <Lacking run={run} title="No message sizes in this run">
        Its trials stored none: it comes from an earlier version, no request was answered correctly,
        or its messages are streams of varying length. Run the experiment again to store them.
      </Lacking>
    );
  }
  return <SizeGain run={run} trials={trials} loads={facts.loads} />;
}

interface LackingProps {
  readonly run: RunHead;
  readonly title: string;
  readonly children: string;
}

function Lacking({ run, title, children }: LackingProps) {
  return (
    <Panel title="Size and gain">
      <EmptyState
        title={title}
        actions={
          <Button
            variant="default"
            leftSection={<IconPencil size={14} stroke={1.7} />}
            onClick={() => void openInEditor(run)}
          >
            Open the experiment
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Panel>
  );
}
