// The actions on an item stay in view: save, publish, retire.
import { type CatalogItem, faultOf, retireItem } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { State } from '../../ui/marks/record-marks.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import { partsText } from './item.words.ts';
import styles from './item.module.css';
import { acceptItem, type ItemEditor } from './use-item-editor.ts';

const SAVE_KEYS = 'mod+Enter';
const PUBLISH_KEYS = 'mod+Shift+Enter';

interface HeadProps {
  item: CatalogItem | undefined;
  editor: ItemEditor;
  mayManage: boolean;
}

const Retire = ({ item }: { item: CatalogItem }) => (
  <AskedButton
    label="Retire"
    consequence="Nobody can order it any more. Requests that were made go on."
    confirmation="Retire the item"
    run={() => retireItem(item.id, item.version)}
    onDone={(retired) => {
      acceptItem(retired);
      toast(`${retired.name} is retired.`);
    }}
  />
);

function Actions({ item, editor }: Omit<HeadProps, 'mayManage'>) {
  const { unavailable, isPending } = editor;
  return (
    <div className={styles.actions}>
      {item?.allowed_transitions.includes('retired') && <Retire item={item} />}
      {editor.isChanged && item && (
        <Button variant="quiet" onClick={editor.discard}>
          Discard
        </Button>
      )}
      <Button
        label="Save the item"
        keys={[SAVE_KEYS]}
        unavailable={unavailable.save}
        onClick={editor.save}
      >
        {isPending ? 'Saving…' : 'Save'}
      </Button>
      <Button
        variant="primary"
        label="Save and publish the item"
        keys={[PUBLISH_KEYS]}
        unavailable={unavailable.publish}
        onClick={editor.publish}
      >
        {editor.isChanged || !item ? 'Save and publish' : 'Publish'}
      </Button>
    </div>
  );
}

export function ItemHead({ item, editor, mayManage }: HeadProps) {
  return (
    <header className={styles.header}>
      <h1 tabIndex={-1}>{editor.values.name.trim() || 'New item'}</h1>
      {item && <span className={styles.id}>{item.id}</span>}
      {item && <State value={item.state} />}
      {item?.pending_revision && <span className={styles.pending}>edit not published</span>}
      {mayManage && <Actions item={item} editor={editor} />}
    </header>
  );
}

interface NoticesProps {
  editor: ItemEditor;
  /** The number of refusals that parts of the form show. */
  marked: number;
  /** Messages about no part of the form. */
  elsewhere: readonly string[];
}

/** Says why the last request failed, unless the parts of the form say it themselves. */
export function ItemNotices({ editor, marked, elsewhere }: NoticesProps) {
  const { error, editing, refused } = editor;
  const isShownAtParts = refused.faults.size > 0;
  // Parts that were edited since are not marked any more.
  const isSolved = isShownAtParts && marked === 0 && elsewhere.length === 0;
  return (
    <>
      {editing.conflicts.length > 0 && (
        <div className={styles.stale} role="alert">
          <span>
            Someone else has saved this item since you began, and changed what you have edited:{' '}
            {partsText(editing.conflicts)}. Nothing of yours is lost.
          </span>
          <Button onClick={editor.takeTheirs}>Take theirs</Button>
          <Button onClick={editor.keepMine}>Keep mine</Button>
        </div>
      )}
      {error && !isSolved && editing.conflicts.length === 0 && (
        <div className={styles.fault} role="alert">
          {marked > 0 && (
            <p>
              {marked === 1
                ? 'One part needs a change first; it is marked below.'
                : `${marked} parts need a change first; they are marked below.`}
            </p>
          )}
          {!isShownAtParts && <p>{faultText(faultOf(error))}</p>}
          {elsewhere.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
    </>
  );
}
