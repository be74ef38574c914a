import styles from './Help.module.css';

/** Every key that does something, by place. */
export function Keyboard() {
  return (
    <div className={styles.article}>
      <h2>Keyboard</h2>
    </div>
  );
}
