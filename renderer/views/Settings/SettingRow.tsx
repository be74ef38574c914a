import { type ReactNode, useId } from 'react';
import styles from './Settings.module.css';

interface SettingRowProps {
  readonly label: string;
  /** Effect of the setting, in a sentence. */
  readonly about?: ReactNode;
  /** Receives the ids that label and describe the control. */
  readonly control: (ids: { labelledBy: string; describedBy: string | undefined }) => ReactNode;
}

/** A setting: its name and meaning on the left, its control on the right. */
export function SettingsRow({ label, about, control }: SettingRowProps) {
  const id = useId();
  const aboutId = `${id}-about`;
  const described = about !== undefined;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <div className={styles.label} id={id}>
          {label}
        </div>
        {described && (
          <div className={styles.about} id={aboutId}>
            {about}
          </div>
        )}
      </div>
      <div className={styles.control}>
        {control({ labelledBy: id, describedBy: described ? aboutId : undefined })}
      </div>
    </div>
  );
}
