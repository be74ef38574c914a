import { Select } from '@mantine/core';
import { type WorkloadName, workloadNames } from '../../../contracts/words.ts';
import { navigate } from '../../navigation/navigation.ts';

interface WorkloadSelectProps {
  readonly workload: WorkloadName;
  /** The experiment chosen instead; null for none. */
  readonly choice: string | null;
  /** Experiments with an own service. */
  readonly own: readonly { readonly value: string; readonly label: string }[];
  readonly disabled: boolean;
  readonly onWorkload: (workload: WorkloadName) => void;
  readonly onOwn: (choice: string) => void;
}

const another = 'another';

/** A workload of the bundled services, or an experiment with an own service. */
export function WorkloadSelect(props: WorkloadSelectProps) {
  const { workload, choice, own, disabled, onWorkload, onOwn } = props;
  const choose = (value: string | null) => {
    const name = workloadNames.find((one) => one === value);
    if (name) onWorkload(name);
    else if (value === another) navigate({ view: 'own-service' });
    else if (value !== null) onOwn(value);
  };
  return (
    <Select
      label="Workload"
      w={choice === null ? 120 : 240}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      maxDropdownHeight={420}
      allowDeselect={false}
      disabled={disabled}
      data={[
        { group: 'Bundled services', items: [...workloadNames] },
        {
          group: 'Your own service',
          items: [...own, { value: another, label: 'Describe another…' }],
        },
      ]}
      value={choice ?? workload}
      onChange={choose}
    />
  );
}
