import { displayKeys, isMac, shortcutGroups } from '../../app/shortcuts.ts';
import styles from './Help.module.css';

/** Every key that does something, by place. */
export function Keyboard() {
  return (
    <div className={styles.article}>
      <h2>Keyboard</h2>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <table className={styles.keys}>
            <tbody>
              {shortcuts.map(({ keys, does }) => (
                <tr key={`${keys} ${does}`}>
                  <th scope="row">
                    <kbd>{displayKeys(keys, isMac)}</kbd>
                  </th>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
