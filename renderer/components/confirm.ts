import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Question {
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly cancel?: string;
  /** For actions that cannot be undone. */
  readonly danger?: boolean;
}

/** Asks a question. @returns false if it was cancelled or closed in any other way. */
export function confirm({ title, children, ...question }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children,
      labels: { confirm: question.confirm, cancel: question.cancel ?? 'Cancel' },
      ...(question.danger ? { confirmProps: { color: 'red' } } : {}),
      onConfirm: () => resolve(true),
      // Also runs after a confirmation, when the answer has been given.
      onClose: () => resolve(false),
    });
  });
}
