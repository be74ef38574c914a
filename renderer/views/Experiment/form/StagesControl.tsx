import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { experiment } from '../../../document/experimentStore.ts';
import { typedValue } from '../../../document/levels.ts';
import { problemsAt } from '../problems.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';

const path = ['load', 'stages'] as const;

/** The stages of a load: duration and target level. */
export function StagesControl({ field, labelId }: ControlProps) {
  const stages = Array.isArray(field.value) ? field.value : [];
  const last = valueAt(stages.at(-1), ['to']);
  const add = () =>
    experiment.append(path, { for: '10s', to: typeof last === 'number' ? last : 10 });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div className={styles.stages} role="group" aria-labelledby={labelId}>
      {stages.map((stage: unknown, index) => (
        <Stage key={index} stage={stage} index={index} field={field} only={stages.length === 1} />
      ))}
      <div>
        <Button
          variant="default"
          size="compact-xs"
          disabled={field.disabled}
          leftSection={<IconPlus size={13} />}
          onClick={add}
        >
          Add a stage
        </Button>
      </div>
    </div>
  );
}

interface StageProps {
  readonly stage: unknown;
  readonly index: number;
  readonly field: ControlProps['field'];
  /** The last stage cannot be removed: a load of stages has at least one. */
  readonly only: boolean;
}

function Stage({ stage, index, field, only }: StageProps) {
  const at = (key: string) => [...path, index, key];
  const wrong = (key: string) => problemsAt(field.problems, at(key)).length > 0;
  const [length, to] = [valueAt(stage, ['for']), valueAt(stage, ['to'])];
  const name = `Stage ${index + 1}`;
  return (
    <div className={styles.stage}>
      <span aria-hidden>for</span>
      <TextInput
        aria-label={`${name}: how long`}
        w={72}
        disabled={field.disabled}
        error={wrong('for')}
        value={length === undefined || length === null ? '' : String(length)}
        onChange={({ currentTarget }) => experiment.set(at('for'), typedValue(currentTarget.value))}
      />
      <span aria-hidden>to</span>
      <NumberInput
        aria-label={`${name}: to which level`}
        w={92}
        min={0}
        max={1_000_000}
        clampBehavior="none"
        thousandSeparator=","
        disabled={field.disabled}
        error={wrong('to')}
        value={typeof to === 'number' ? to : ''}
        onChange={(value) => experiment.set(at('to'), value === '' ? 0 : value)}
      />
      <ActionIcon
        size={22}
        aria-label={`Remove stage ${index + 1}`}
        disabled={field.disabled || only}
        onClick={() => experiment.remove([...path, index])}
      >
        <IconX size={14} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
