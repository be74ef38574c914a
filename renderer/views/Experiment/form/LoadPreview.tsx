import { useMemo } from 'react';
import { ProfileChart } from '../../../charts/ProfileChart.tsx';
import { useSize } from '../../../charts/useSize.ts';
import { useAfterPaint } from '../../../components/useAfterPaint.ts';
import {
  courseSentence,
  type LoadProfile,
  loadProfile,
  profileSummary,
} from '../../../data/loadProfile.ts';
import { field } from '../../../document/fields.ts';
import { levelTexts } from '../../../document/levels.ts';
import { useLoad } from '../useLoad.ts';
import styles from './Form.module.css';
import { useField } from './SourceContext.tsx';

/** A sketch of the load over time; for a search or plan, a description. */
export function LoadPreview() {
  const load = useLoad();
  const users = useField(field('factors.users')).value;
  const rate = useField(field('factors.rate')).value;
  const profile = useMemo(() => {
    const levels = levelTexts(load?.model === 'open' ? rate : users).map(Number);
    return (
      load &&
      loadProfile(
        load,
        levels.filter((level) => level > 0),
      )
    );
  }, [load, users, rate]);
  if (!load) return null;
  if (!profile) return <p className={styles.previewWords}>{courseSentence(load)}</p>;
  return profile.lines.length === 0 ? null : <Sketch profile={profile} />;
}

function Sketch({ profile }: { profile: LoadProfile }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const painted = useAfterPaint();
  return (
    <div
      className={styles.preview}
      role="img"
      aria-label={`The load over time. ${profileSummary(profile)}`}
    >
      <div className={styles.previewSize} ref={ref}>
        {painted && size.width > 0 && (
          <ProfileChart profile={profile} width={size.width} height={size.height} />
        )}
      </div>
    </div>
  );
}
