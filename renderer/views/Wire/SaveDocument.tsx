import { ActionIcon, Tooltip } from '@mantine/core';
import { IconJson } from '@tabler/icons-react';
import type { WireCapture, WireDocument } from '../../../contracts/wire.ts';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { shell } from '../../transport/shell.ts';

async function save(captures: readonly WireCapture[]): Promise<void> {
  const document: WireDocument = { format: 'wirebench-wire/1', captures: [...captures] };
  try {
    const saved = await shell.saveFile({
      suggestedName: 'wirebench-wire.json',
      path: null,
      mediaType: 'application/json',
      content: JSON.stringify(document, null, 2),
    });
    if (saved) notifyDone(`Saved ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The capture was not saved');
  }
}

/** Saves the captures as the document that `wirebench wire --json` prints. */
export function SaveDocument({ captures }: { captures: readonly WireCapture[] }) {
  return (
    <Tooltip label="Save the capture as JSON">
      <ActionIcon aria-label="Save the capture as JSON" onClick={() => void save(captures)}>
        <IconJson size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
