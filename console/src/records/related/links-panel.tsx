// A record shows the records that it is linked to, with their states.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  faultOf,
  type Link,
  linksQuery,
  mayUse,
  meQuery,
  partsKeyOf,
  type LinkedRef,
  removeLink,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { State } from '../../ui/marks/record-marks.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { RecordLink } from '../links/record-link.tsx';
import { AddLink } from './add-link.tsx';
import { groupLinks, isRemovable, linkText } from './link.words.ts';
import styles from './related.module.css';

/** Further links of a group are folded. */
const MAX_SHOWN = 8;

interface LinkItemProps {
  link: Link;
  onRemove: (() => void) | undefined;
}

const LinkItem = ({ link, onRemove }: LinkItemProps) => {
  const { type, id, short_description: name, state } = link.record;
  return (
    <li className={styles.link}>
      <span className={styles.name}>
        <RecordLink type={type} id={id} name={name} />
      </span>
      {state !== null && <State value={state} />}
      {onRemove && (
        <Button
          variant="quiet"
          icon={<CloseIcon />}
          label={`Remove the link: ${linkText(link)} ${id}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
};

function useLinks(ref: LinkedRef) {
  const cache = useQueryClient();
  const { data, error } = useQuery(linksQuery(ref));
  /** Both records have an entry about a link in their timelines. */
  const reload = (other: LinkedRef) => {
    void cache.invalidateQueries({ queryKey: partsKeyOf(ref) });
    void cache.invalidateQueries({ queryKey: partsKeyOf(other) });
  };
  const remove = async (link: Link) => {
    try {
      await removeLink(ref, link.id);
      reload(link.record);
    } catch (fault) {
      const text = `The link was not removed. ${faultText(faultOf(fault))}`;
      toast(text, { tone: 'red', forMs: 15_000 });
    }
  };
  return { data, error, reload, remove };
}

export function LinksPanel(ref: LinkedRef) {
  const { data: me } = useQuery(meQuery);
  const { data, error, reload, remove } = useLinks(ref);
  const mayLink = me !== undefined && mayUse(me, 'links.write');
  if (error) return <p className={styles.none}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  const itemOf = (link: Link) => (
    <LinkItem
      key={link.id}
      link={link}
      onRemove={mayLink && isRemovable(link) ? () => void remove(link) : undefined}
    />
  );
  return (
    <div className={styles.related}>
      {data.length === 0 && <p className={styles.none}>No records are linked.</p>}
      {groupLinks(data).map(({ text, links }) => (
        <section key={text} aria-label={text}>
          <h3>{links.length > 1 ? `${text} (${links.length})` : text}</h3>
          <ul className={styles.list}>{links.slice(0, MAX_SHOWN).map(itemOf)}</ul>
          {links.length > MAX_SHOWN && (
            <details className={styles.more}>
              <summary>{links.length - MAX_SHOWN} more</summary>
              <ul className={styles.list}>{links.slice(MAX_SHOWN).map(itemOf)}</ul>
            </details>
          )}
        </section>
      ))}
      {mayLink && <AddLink record={ref} known={data} onAdded={reload} />}
    </div>
  );
}
