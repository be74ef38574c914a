import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { experiment } from '../../../document/experimentStore.ts';
import { levelTexts } from '../../../document/levels.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';

const path = ['thresholds'];

const templates = [
  { rule: 'errors < 1%', meaning: 'fewer than one request in a hundred fails' },
  { rule: 'p99 < 50ms', meaning: '99 % of the requests take less than 50 ms' },
  { rule: 'throughput > 1000/s', meaning: 'more than 1,000 requests per second' },
  { rule: 'p95 < 20ms when protocol = grpc', meaning: 'for some cells only' },
];

/** Rules that every trial must meet. */
export function ThresholdList({ field, labelId }: ControlProps) {
  const rules = levelTexts(field.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div className={styles.rules} role="group" aria-labelledby={labelId}>
      {rules.map((rule, index) => (
        <div className={styles.rule} key={index}>
          <TextInput
            aria-label={`Rule ${index + 1}`}
            disabled={field.disabled}
            value={rule}
            onChange={({ currentTarget }) => experiment.set([...path, index], currentTarget.value)}
          />
          <ActionIcon
            size={22}
            aria-label={`Remove rule ${index + 1}`}
            disabled={field.disabled}
            onClick={() => experiment.remove([...path, index])}
          >
            <IconX size={14} stroke={1.7} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <AddRule disabled={field.disabled} />
      </div>
    </div>
  );
}

function AddRule({ disabled }: { disabled: boolean }) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          disabled={disabled}
          leftSection={<IconPlus size={13} />}
        >
          Add a rule
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map(({ rule, meaning }) => (
          <Menu.Item key={rule} onClick={() => experiment.append(path, rule)}>
            <span className="wb-mono">{rule}</span>
            <div className={styles.help}>{meaning}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
