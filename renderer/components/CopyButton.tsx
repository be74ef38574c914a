import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { attempt } from './attempt.ts';
import { notifyDone } from './notify.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Which text, such as `Copy: WSDL`. */
  readonly name: string;
  /** Shows the name in the button, where copying is what comes next. */
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
