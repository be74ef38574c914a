import { NumberInput, Select } from '@mantine/core';
import { formatShare } from '../../../../../metrics/format.ts';
import { isKeyed } from '../../../../document/edit.ts';
import { experiment } from '../../../../document/experimentStore.ts';
import { freeName, namedIn, ownShapeNames } from '../../../../document/ownShapes.ts';
import { problemsAt } from '../../problems.ts';
import type { ControlProps } from '../FieldRow.tsx';
import { useSource } from '../SourceContext.tsx';
import { GroupHead } from './GroupHead.tsx';
import { AddButton, IconButton } from './parts.tsx';
import styles from './Service.module.css';

/** Mixes: which requests, and how often each. */
export function Mixes({ field }: ControlProps) {
  const { data } = useSource();
  const requests = namedIn(data, 'requests').map(([name]) => name);
  const add = () => {
    const name = freeName(ownShapeNames(data), 'mix');
    const weights = Object.fromEntries(requests.slice(0, 2).map((request) => [request, 1]));
    experiment.set(['service', 'mixes', name], weights);
  };
  return (
    <div className={styles.things}>
      {namedIn(data, 'mixes').map(([name, mix]) => (
        <Mix key={name} name={name} mix={mix} requests={requests} field={field} />
      ))}
      <AddButton disabled={field.disabled || requests.length === 0} onClick={add}>
        Add a mix
      </AddButton>
    </div>
  );
}

interface MixProps extends Pick<ControlProps, 'field'> {
  readonly name: string;
  readonly mix: unknown;
  /** All requests. */
  readonly requests: readonly string[];
}

function Mix({ name, mix, requests, field }: MixProps) {
  const path = ['service', 'mixes', name];
  const weights = Object.entries(isKeyed(mix) ? mix : {});
  const sum = weights.reduce((total, [, weight]) => total + Number(weight), 0);
  const others = requests.filter((request) => !weights.some(([one]) => one === request));
  const { disabled } = field;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div className={styles.thing} role="group" aria-label={`Mix ${name}`}>
      <GroupHead part="mixes" what="mix" name={name} disabled={disabled} />
      {weights.map(([request, weight]) => (
        <div key={request} className={styles.line}>
          <NumberInput
            aria-label={`${name}: weight of ${request}`}
            w={80}
            min={0}
            clampBehavior="none"
            disabled={disabled}
            error={problemsAt(field.problems, [...path, request]).length > 0}
            value={typeof weight === 'number' ? weight : ''}
            onChange={(value) => experiment.set([...path, request], value)}
          />
          <span className={styles.grow}>
            {request}
            {sum > 0 && typeof weight === 'number' ? `, ${formatShare(weight / sum)}` : ''}
          </span>
          <IconButton
            label={`Remove ${request} from ${name}`}
            disabled={disabled || weights.length < 2}
            onClick={() => experiment.remove([...path, request])}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          aria-label={`Add a request to ${name}`}
          placeholder="Add a request"
          w={180}
          disabled={disabled}
          data={others}
          value={null}
          onChange={(request) => request && experiment.set([...path, request], 1)}
        />
      )}
    </div>
  );
}
