// The SLA clock is drawn to scale: running solid, paused hatched, with marks at 75 % and 100 % of the target.
import { type CSSProperties, useId } from 'react';
import { useNow } from '../marks/clock.ts';
import {
  type OpenPart,
  openPicture,
  type Picture,
  type PictureInput,
  slaPicture,
} from './sla-picture.ts';
import styles from './sla-picture.module.css';
import { exactTime } from '../marks/time.ts';

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
const markNames = { 0.75: '75 %', 1: '100 %' };
/** Marks that are nearer to each other share one label. */
const LABEL_SHARE = 0.15;

/** In the left half a text begins at the needle, in the right half it ends there, so that it stays in the picture. */
const besideNeedle = (left: number): CSSProperties =>
  left < 0.5 ? { left: percent(left) } : { right: percent(1 - left) };

interface DrawingProps {
  label: string;
  picture: Picture;
  /** A picture of open time has no times, and stands below words that say where it stopped. */
  hasTimes: boolean;
}

function Drawing({ label, picture, hasTimes }: DrawingProps) {
  const hatch = useId();
  const last = picture.marks.at(-1);
  const labelled = picture.marks.filter(
    (mark) => mark === last || !last || last.left - mark.left > LABEL_SHARE,
  );
  return (
    <div className={styles.picture}>
      <svg className={styles.bar} role="img" aria-label={label}>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" className={styles.hatchGround} />
            <line x1="0" y1="0" x2="0" y2="6" className={styles.hatchLine} />
          </pattern>
        </defs>
        <rect width="100%" height="100%" className={styles.track} />
        {picture.parts.map(({ tone, left, width }) => (
          <rect
            key={`${tone} ${left}`}
            x={percent(left)}
            width={percent(width)}
            height="100%"
            className={styles[tone]}
            {...((tone === 'paused' || tone === 'stopped') && { fill: `url(#${hatch})` })}
          />
        ))}
        {picture.marks.map(({ share, left, isReached }) => (
          <line
            key={share}
            x1={percent(left)}
            x2={percent(left)}
            y1="0"
            y2="100%"
            className={isReached ? styles.reached : styles.ahead}
          />
        ))}
      </svg>
      <i className={styles.needle} style={{ left: percent(picture.needle) }} aria-hidden />
      <div className={styles.scale} aria-hidden>
        {labelled.map(({ share, at, left, isReached }) => (
          <span
            key={share}
            style={{ right: percent(1 - left) }}
            data-reached={isReached || undefined}
            data-first={left < 0.2 || undefined}
            title={hasTimes ? exactTime(new Date(at).toISOString()) : undefined}
          >
            {markNames[share]}
          </span>
        ))}
      </div>
      {hasTimes && picture.stoppedAt !== undefined && (
        <div className={styles.scale}>
          <span style={besideNeedle(picture.needle)} data-reached>
            Stopped at {Math.floor(picture.stoppedAt * 100)} %
          </span>
        </div>
      )}
    </div>
  );
}

export function SlaPicture({ label, ...input }: Omit<PictureInput, 'now'> & { label: string }) {
  const now = useNow('minute');
  const picture = slaPicture({ ...input, now: Math.max(now, Date.now()) });
  return <Drawing label={label} picture={picture} hasTimes />;
}

interface OpenPictureProps {
  label: string;
  targetSeconds: number;
  parts: readonly OpenPart[];
  hasStopped: boolean;
}

/** Draws what the clock counted. */
export const OpenPicture = ({ label, targetSeconds, parts, hasStopped }: OpenPictureProps) => (
  <Drawing label={label} picture={openPicture(targetSeconds, parts, hasStopped)} hasTimes={false} />
);
