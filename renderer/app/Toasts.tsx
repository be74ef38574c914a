import { Notifications } from '@mantine/notifications';
import { maxToasts } from '../components/notify.tsx';
import styles from './AppFrame.module.css';

/** What is said in passing, in a strip of its own below the view, so that it covers no figure. */
export function Toasts() {
  return (
    <Notifications
      withinPortal={false}
      limit={maxToasts}
      classNames={{ root: styles.toasts ?? '', notification: styles.toast ?? '' }}
    />
  );
}
