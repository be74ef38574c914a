import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { attempt } from '../../../components/attempt.ts';
import { notifyDone } from '../../../components/notify.tsx';

/** Copies a text; `name` says which, such as `Copy: WSDL`. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const copy = () =>
    attempt('The text could not be copied', async () => {
      await navigator.clipboard.writeText(text);
      notifyDone('Text copied');
    });
  return (
    <Tooltip label={name}>
      <ActionIcon size={22} aria-label={name} onClick={() => void copy()}>
        <IconCopy size={14} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
