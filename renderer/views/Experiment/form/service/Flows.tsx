import { Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { type FlowPart, flowParts } from '../../../../../contracts/experiment/flows.ts';
import { type Path, valueAt } from '../../../../../contracts/experiment/path.ts';
import { moveItem } from '../../../../document/edit.ts';
import { experiment, useExperiment } from '../../../../document/experimentStore.ts';
import { freeName, namedIn, ownShapeNames } from '../../../../document/ownShapes.ts';
import type { ControlProps } from '../FieldRow.tsx';
import { useSource } from '../SourceContext.tsx';
import { GroupHead } from './GroupHead.tsx';
import { AddButton, IconButton, YamlField } from './parts.tsx';
import styles from './Service.module.css';

/** Flows: requests in order by one user, and the values extracted from their answers. */
export function Flows({ field }: ControlProps) {
  const { data } = useSource();
  const requests = namedIn(data, 'requests').map(([name]) => name);
  const [first] = requests;
  return (
    <div className={styles.things}>
      {namedIn(data, 'flows').map(([name, flow]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
        <div key={name} className={styles.thing} role="group" aria-label={`Flow ${name}`}>
          <GroupHead part="flows" what="flow" name={name} disabled={field.disabled} />
          {flowParts.map((part) => (
            <Steps
              key={part}
              flow={name}
              part={part}
              steps={valueAt(flow, [part])}
              {...{ requests, field }}
            />
          ))}
        </div>
      ))}
      <AddButton
        disabled={field.disabled || first === undefined}
        onClick={() => {
          const name = freeName(ownShapeNames(data), 'flow');
          const flow = { steps: [{ request: first }] };
          experiment.set(['service', 'flows', name], flow, { flow: false });
        }}
      >
        Add a flow
      </AddButton>
    </div>
  );
}

const parts: Record<FlowPart, { step: string; add: string; title: string }> = {
  once: { step: 'Shared step', add: 'Add a shared step', title: 'Once for all users' },
  setup: { step: 'Set-up step', add: 'Add a set-up step', title: 'Once for each user' },
  steps: { step: 'Step', add: 'Add a step', title: 'Over and over' },
};

interface StepsProps extends Pick<ControlProps, 'field'> {
  readonly flow: string;
  readonly part: FlowPart;
  readonly steps: unknown;
  /** All requests. */
  readonly requests: readonly string[];
}

function Steps({ flow, part, steps, requests, field }: StepsProps) {
  const path = ['service', 'flows', flow, part];
  const list = Array.isArray(steps) ? steps : [];
  const [first] = requests;
  const { title, add } = parts[part];
  return (
    <>
      {list.length > 0 && <span className={styles.none}>{title}</span>}
      <ol className={styles.steps}>
        {list.map((step: unknown, index) => (
          <Step key={index} {...{ flow, part, step, index, requests, field }} count={list.length} />
        ))}
      </ol>
      <div>
        <AddButton
          disabled={field.disabled || first === undefined}
          onClick={() => experiment.append(path, { request: first })}
        >
          {add}
        </AddButton>
      </div>
    </>
  );
}

interface StepProps extends Omit<StepsProps, 'steps'> {
  readonly step: unknown;
  readonly index: number;
  readonly count: number;
}

function Step({ flow, part, step, index, count, requests, field }: StepProps) {
  const path = ['service', 'flows', flow, part];
  const at = [...path, index];
  const take = valueAt(step, ['take']);
  const [takes, setTakes] = useState(false);
  const request = String(valueAt(step, ['request']) ?? '');
  const name = `${parts[part].step} ${index + 1} of ${flow}`;
  const { disabled } = field;
  return (
    <li className={styles.line}>
      <span className="wb-num">{index + 1}</span>
      <Select
        aria-label={name}
        className={styles.grow}
        allowDeselect={false}
        disabled={disabled}
        error={request !== '' && !requests.includes(request)}
        data={requests.includes(request) || request === '' ? requests : [request, ...requests]}
        value={request}
        onChange={(one) => one && experiment.set([...at, 'request'], one)}
      />
      <IconButton
        label={`${name}: up`}
        icon={<IconArrowUp size={14} stroke={1.7} />}
        disabled={disabled || index === 0}
        onClick={() => move(path, index, index - 1)}
      />
      <IconButton
        label={`${name}: down`}
        icon={<IconArrowDown size={14} stroke={1.7} />}
        disabled={disabled || index === count - 1}
        onClick={() => move(path, index, index + 1)}
      />
      <IconButton
        label={`Remove ${name.charAt(0).toLowerCase()}${name.slice(1)}`}
        disabled={disabled || (part === 'steps' && count < 2)}
        onClick={() => experiment.remove(at)}
      />
      {take === undefined && !takes ? (
        <AddButton disabled={disabled} onClick={() => setTakes(true)}>
          Take values
        </AddButton>
      ) : (
        <YamlField
          aria-label={`${name}: values taken`}
          placeholder="token: {path: $.token}"
          disabled={disabled}
          kind="mapping"
          expected="expected values by name, such as token: {path: $.token}"
          value={take}
          onChange={(value) => {
            if (value === undefined) experiment.remove([...at, 'take']);
            else experiment.set([...at, 'take'], value);
          }}
        />
      )}
    </li>
  );
}

function move(path: Path, from: number, to: number): void {
  experiment.write(
    moveItem(useExperiment.getState().text, path, from, to),
    `move ${path.join('.')}`,
  );
}
