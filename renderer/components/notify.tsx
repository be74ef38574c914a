import { Anchor, Button, Group } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { formatRoute, type ViewRoute } from '../navigation/navigation.ts';
import { describeError } from '../transport/errors.ts';

/** No one reads more at a time. */
export const maxToasts = 2;

/** Shows new messages immediately, without queueing, and never the same one twice at a time. */
function show(toast: NotificationData & { message: NotificationData['message'] }): string {
  const { notifications: shown } = notificationsStore.getState();
  const oldest = shown.find(({ autoClose }) => autoClose !== false);
  const isNew = shown.every(({ id }) => id !== toast.id);
  if (isNew && shown.length >= maxToasts && oldest?.id) notifications.hide(oldest.id);
  return notifications.show(toast);
}

/** A link in a message. */
interface WayOn {
  readonly label: string;
  readonly route: ViewRoute;
}

/**
 * Reports a failure, with what to do about it. `what` reads like `The run did not start`.
 * @param way link to where that can be done.
 */
export function notifyError(error: unknown, what: string, way?: WayOn): void {
  const { message, hint } = describeError(error);
  const words = hint === undefined ? message : `${sentence(message)} ${hint}`;
  show({
    id: `${what} ${message}`,
    color: 'red',
    title: what,
    message: way ? (
      <>
        {words}{' '}
        <Anchor href={formatRoute(way.route)} inherit underline="always">
          {way.label}
        </Anchor>
      </>
    ) : (
      words
    ),
    autoClose: 12_000,
    role: 'alert',
  });
}

/** Adds a full stop where another sentence follows. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Shows what to do next. @param way link to where. */
export function notifyNext(title: string, message: string, way: WayOn): void {
  show({
    id: `${title} ${message}`,
    color: 'gray',
    title,
    message: (
      <>
        {message}{' '}
        <Anchor href={formatRoute(way.route)} inherit underline="always">
          {way.label}
        </Anchor>
      </>
    ),
    autoClose: 20_000,
  });
}

/** Briefly reports that something is done. */
export function notifyDone(message: string): void {
  show({ id: message, message, color: 'gray', autoClose: 3500 });
}

/** Reports that something is done, and offers to undo it. */
export function notifyUndo(message: string, undo: () => void): void {
  const id = show({
    color: 'gray',
    autoClose: 10_000,
    message: (
      <UndoMessage
        message={message}
        onUndo={() => {
          notifications.hide(id);
          undo();
        }}
      />
    ),
  });
}

/** A message with a button that undoes its action. */
function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button variant="default" size="compact-xs" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
