import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Question {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says that goes on. */
  readonly confirm: string;
  readonly cancel?: string;
  /** For what cannot be taken back. */
  readonly danger?: boolean;
}

/** Asks a question. @returns false when it was cancelled or closed in any other way. */
export function confirm({ title, children, ...question }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children,
      labels: { confirm: question.confirm, cancel: question.cancel ?? 'Cancel' },
      ...(question.danger ? { confirmProps: { color: 'red' } } : {}),
      onConfirm: () => resolve(true),
      // Comes after a confirmation too, when the answer is given already.
      onClose: () => resolve(false),
    });
  });
}
