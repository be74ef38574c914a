import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../../actions/serviceActions.ts';

/** Copies a text; `name` says which, such as `Copy: WSDL`. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  return (
    <Tooltip label={name}>
      <ActionIcon size={22} aria-label={name} onClick={() => copyText(text, 'The text')}>
        <IconCopy size={14} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
