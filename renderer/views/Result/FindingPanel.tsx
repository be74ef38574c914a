import { Button, Tooltip } from '@mantine/core';
import {
  IconApi,
  IconArrowsSplit2,
  IconCheck,
  IconClockPlus,
  IconCopy,
  IconLock,
  IconRepeat,
} from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import type { Certainty, Finding, RunHead } from '../../../contracts/result.ts';
import { countOf } from '../../../metrics/format.ts';
import { measureApart, measureApartWords } from '../../actions/measureApart.ts';
import {
  canAddTls,
  isBundled,
  isRefinable,
  refineRun,
  refineWords,
  repeatRun,
  repeatWithTls,
} from '../../actions/nextSteps.ts';
import type { FigureState } from '../../charts/figure.ts';
import { pictureOf } from '../../charts/figurePicture.ts';
import type { Picture } from '../../charts/picture.ts';
import { copyWithPicture } from '../../charts/savePicture.ts';
import { attempt } from '../../components/attempt.ts';
import { ownLimits } from '../../data/cautions.ts';
import { navigate } from '../../navigation/navigation.ts';
import styles from './Result.module.css';

interface FindingPanelProps {
  readonly run: RunHead;
  readonly finding: Finding;
  /** The figure that shows it, while it is rendered. */
  readonly figure: RefObject<FigureState | null>;
}

/** The finding of the run, how sure it is, what to ask next, then the machine and the conditions. */
export function FindingPanel({ run, finding, figure }: FindingPanelProps) {
  const { sentences, conditions, sharedCores, certainty } = finding;
  const [limit] = certainty ? [] : ownLimits(finding.limits);
  return (
    <section className={styles.finding} aria-label="Finding">
      <div className={styles.answer}>
        <div>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <CopyFinding finding={finding} figure={figure} />
      </div>
      {certainty && <CertaintyLine certainty={certainty} />}
      {limit !== undefined && <p className={styles.limit}>{limit}</p>}
      <NextSteps run={run} isOpen={certainty?.step === 'open'} />
      {sharedCores !== undefined && <SharedCores run={run} cores={sharedCores} />}
      <p className={styles.environment}>{conditions}</p>
    </section>
  );
}

const steps: Readonly<Record<Certainty['step'], string>> = {
  sure: 'Sure',
  direction: 'Direction only',
  open: 'Cannot tell yet',
};

/** How sure the comparison is, and why. */
function CertaintyLine({ certainty }: { certainty: Certainty }) {
  return (
    <p className={styles.certainty} data-step={certainty.step}>
      <strong>{steps[certainty.step]}</strong>
      <span>{certainty.words}</span>
    </p>
  );
}

/** What to ask next, each by one click. */
function NextSteps({ run, isOpen }: { run: RunHead; isOpen: boolean }) {
  return (
    <section className={styles.steps} aria-label="Next steps">
      {isRefinable(run) && (
        <Button
          variant={isOpen ? 'filled' : 'default'}
          size="compact-sm"
          leftSection={<IconClockPlus size={13} stroke={1.7} />}
          onClick={() => void refineRun(run.id)}
        >
          {refineWords}
        </Button>
      )}
      {canAddTls(run) && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconLock size={13} stroke={1.7} />}
          onClick={() => void repeatWithTls(run)}
        >
          With TLS
        </Button>
      )}
      {isBundled(run) && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconApi size={14} stroke={1.7} />}
          onClick={() => navigate({ view: 'own-service' })}
        >
          My own service
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRepeat size={13} stroke={1.7} />}
        onClick={() => void repeatRun(run)}
      >
        Run again
      </Button>
    </section>
  );
}

/** Reason why both sides were slowed down, and the fix. */
function SharedCores({ run, cores }: { run: RunHead; cores: number }) {
  return (
    <p className={styles.shared}>
      Client and service shared {countOf(cores, 'core')}, which slows both down.
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowsSplit2 size={13} stroke={1.7} />}
        onClick={() => void measureApart(run)}
      >
        {measureApartWords}
      </Button>
    </p>
  );
}

/** Copies the finding and its conditions, with the figure that shows it. */
function CopyFinding({
  finding: { sentences, conditions },
  figure,
}: Pick<FindingPanelProps, 'finding' | 'figure'>) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    attempt('The finding could not be copied', async () => {
      const text = [...sentences, conditions].join('\n');
      const shown = figure.current;
      if (!shown) await navigator.clipboard.writeText(text);
      else if (!(await copyWithPicture(text, withFinding(shown, sentences)))) return;
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    });
  return (
    <Tooltip label="The sentence and its figure, for a slide or a text">
      <Button
        variant="default"
        size="compact-sm"
        aria-label="Copy the finding"
        leftSection={
          copied ? <IconCheck size={13} stroke={1.8} /> : <IconCopy size={13} stroke={1.7} />
        }
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Tooltip>
  );
}

/** The picture of a figure with the first sentence above, and the others below; the figure keeps its title. */
function withFinding(figure: FigureState, [title = '', ...others]: readonly string[]): Picture {
  const picture = pictureOf(figure, true);
  const subtitle = [figure.title, figure.unit, picture.subtitle].filter((text) => text !== '');
  return {
    ...picture,
    title,
    subtitle: subtitle.join(' · '),
    footnotes: [...others, ...picture.footnotes],
  };
}
