import { Button, Group } from '@mantine/core';

/** A sentence with a button that takes back what it says. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button variant="default" size="compact-xs" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
