import { Notifications } from '@mantine/notifications';
import { maxToasts } from '../components/notify.tsx';
import styles from './AppFrame.module.css';

/** Brief messages, in their own strip below the view, so that they cover no chart. */
export function Toasts() {
  return (
    <Notifications
      withinPortal={false}
      limit={maxToasts}
      classNames={{ root: styles.toasts ?? '', notification: styles.toast ?? '' }}
    />
  );
}
