// An entry of the timeline names the person who acted, or the inbound webhook.
import type { TimelineEntry } from '../../api/index.ts';
import { WebhooksIcon } from '../../ui/icons.ts';
import { usePersonNames } from '../../words/index.ts';
import { PersonName } from '../links/person-name.tsx';
import { actorText } from './timeline.words.ts';
import styles from './timeline.module.css';

export function Actor({ entry }: { entry: TimelineEntry }) {
  const { name, hover } = actorText(entry, usePersonNames());
  if (!entry.via)
    return (
      <b className={styles.actor}>
        <PersonName email={entry.actor} />
      </b>
    );
  return (
    <b className={styles.actor} title={hover}>
      <WebhooksIcon />
      {name}
    </b>
  );
}
