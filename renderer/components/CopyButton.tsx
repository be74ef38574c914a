import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { attempt } from './attempt.ts';
import { notifyDone } from './notify.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Label, such as `Copy: WSDL`. */
  readonly name: string;
  /** Shows the label in the button, where copying is the next step. */
  readonly labelled?: boolean;
}

/** Copies a text. */
export function CopyButton({ text, name, labelled = false }: CopyButtonProps) {
  const copy = () =>
    attempt('The text could not be copied', async () => {
      await navigator.clipboard.writeText(text);
      notifyDone('Text copied');
    });
  if (labelled) {
    return (
      <Button leftSection={<IconCopy size={14} stroke={1.7} />} onClick={() => void copy()}>
        {name}
      </Button>
    );
  }
  return (
    <Tooltip label={name}>
      <ActionIcon size={22} aria-label={name} onClick={() => void copy()}>
        <IconCopy size={14} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
