import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { IconChevronDown, IconClockPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { longestExtension } from '../../../contracts/engine-api.ts';
import { parseDuration } from '../../../contracts/experiment/duration.ts';
import { formatDuration } from '../../../metrics/format.ts';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { useReturnFocus } from '../../components/useReturnFocus.ts';
import { engine } from '../../transport/engine.ts';
import { RunAction } from './RunAction.tsx';
import { whyRefused } from './runState.ts';
import { useRun } from './runStore.ts';

function extend(runId: string, seconds: number): void {
  engine.runs
    .extend({ runId, seconds })
    .then(() => notifyDone(`This trial will run ${formatDuration(seconds)} longer.`))
    .catch((error: unknown) => notifyError(error, 'The trial could not be extended'));
}

interface ExtendMenuProps {
  readonly runId: string;
  readonly disabled: boolean;
}

/** Extends the running trial, or explains why that is not possible. */
export function ExtendMenu({ runId, disabled }: ExtendMenuProps) {
  const [asking, setAsking] = useState(false);
  const known = useRun((state) => state.progress?.running !== null);
  const refusal = useRun(
    (state) => whyRefused(state) ?? state.progress?.running?.notExtendable ?? null,
  );
  const button = (
    <RunAction
      refusal={refusal}
      leftSection={<IconClockPlus size={14} stroke={1.7} />}
      rightSection={<IconChevronDown size={13} stroke={1.7} />}
      disabled={disabled || !known}
    >
      Extend
    </RunAction>
  );
  if (refusal !== null) return button;
  return (
    <>
      <Menu>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => extend(runId, 10)}>10 s longer</Menu.Item>
          <Menu.Item onClick={() => extend(runId, 60)}>1 min longer</Menu.Item>
          <Menu.Item onClick={() => setAsking(true)}>Custom…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && <ExtendDialog runId={runId} onClose={() => setAsking(false)} />}
    </>
  );
}

/** @returns seconds, or the problem of the text. */
function readSeconds(text: string): number | string {
  const ms = parseDuration(text);
  if (ms === undefined) return 'Write a duration such as 90s, 5m or 1h20m.';
  if (ms < 1000) return 'Enter at least one second.';
  return ms > longestExtension * 1000 ? 'Enter at most one day.' : ms / 1000;
}

function ExtendDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  useReturnFocus();
  const [text, setText] = useState('5m');
  const length = useRun((state) => state.progress?.running?.lengthSeconds ?? null);
  const seconds = readSeconds(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeof seconds !== 'number') return;
    extend(runId, seconds);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Extend this trial" size="sm">
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Longer by"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={typeof seconds === 'string' ? seconds : null}
          description={
            typeof seconds === 'number' && length !== null
              ? `The warm-up and window will then last ${formatDuration(length + seconds)} in total.`
              : 'Applies to this trial only.'
          }
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={typeof seconds !== 'number'}>
            Extend
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
