// An item is written beside the form that it gives to employees.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import {
  audienceFieldsQuery,
  type CatalogItem,
  catalogItemQuery,
  faultOf,
  itemVersionQuery,
  mayUse,
  type Me,
  meQuery,
} from '../../api/index.ts';
import { type ConditionField, fieldsByName } from '../../conditions/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { NEW } from '../form/record-form.tsx';
import { AdminFrame } from '../frame.tsx';
import { previewedForm } from './form.values.ts';
import { ItemHead, ItemNotices } from './item-head.tsx';
import styles from './item.module.css';
import { ItemPreview } from './item-preview.tsx';
import { ItemSections } from './item-sections.tsx';
import type { ItemValues } from './item.values.ts';
import { useItemEditor } from './use-item-editor.ts';
import { useItemFaults } from './use-item-faults.ts';

function PublishedForm({ id, version }: { id: string; version: number }) {
  const { data, error, refetch } = useQuery(itemVersionQuery(id, version));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  return data ? <ItemPreview item={data} /> : <SkeletonBar width="80%" />;
}

function EditedForm({ values }: { values: ItemValues }) {
  const { form } = values;
  const previewed = useMemo(() => previewedForm(form), [form]);
  return <ItemPreview item={{ ...values, form: previewed }} />;
}

const countText = (count: number | undefined): string => {
  if (count === undefined) return '';
  if (count === 0) return 'It can be published.';
  return count === 1
    ? 'One part needs a change before it can be published.'
    : `${count} parts need a change before it can be published.`;
};

interface EditorProps {
  me: Me;
  item: CatalogItem | undefined;
  audienceFields: readonly ConditionField[];
  onCreated: (item: CatalogItem) => void;
}

/** Somebody whose item was refused goes on at the first fault. */
function useFaultFocus(error: unknown) {
  const main = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!error) return;
    const fault =
      main.current?.querySelector<HTMLElement>('[aria-invalid=true]') ??
      main.current?.querySelector<HTMLElement>('[role=alert]');
    fault?.focus();
    fault?.scrollIntoView({ block: 'center' });
  }, [error]);
  return main;
}

/** The data of the page may arrive after the router has set the focus. */
function useFirstFocus(isNew: boolean) {
  const page = useRef<HTMLDivElement>(null);
  const [wasNew] = useState(isNew);
  useEffect(() => {
    if (wasNew) page.current?.querySelector('input')?.focus();
    else if (document.activeElement === document.body) page.current?.querySelector('h1')?.focus();
  }, [wasNew]);
  return page;
}

function Editor({ me, item, audienceFields, onCreated }: EditorProps) {
  const fields = useMemo(() => fieldsByName(audienceFields), [audienceFields]);
  const editor = useItemEditor({ item, audienceFields: fields, user: me.email, onCreated });
  const faults = useItemFaults(editor, fields);
  const [version, setVersion] = useState<number>();
  const mayManage = mayUse(me, 'catalog.manage');
  const { unavailable, save, publish } = editor;
  const page = useFirstFocus(item === undefined);
  const main = useFaultFocus(editor.error);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayManage) return;
    event.preventDefault();
    const isPublishing = event.shiftKey;
    if (unavailable[isPublishing ? 'publish' : 'save'] !== undefined) return;
    if (isPublishing) publish();
    else save();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys do what its buttons do
    <div ref={page} className={styles.page} onKeyDown={keys}>
      <div className={styles.top}>
        <ItemHead item={item} editor={editor} mayManage={mayManage} />
        <ItemNotices editor={editor} marked={faults.marked} elsewhere={faults.elsewhere} />
      </div>
      <div className={styles.columns}>
        <form
          ref={main}
          className={styles.main}
          aria-label="Parts of the item"
          onSubmit={(event) => event.preventDefault()}
        >
          <ItemSections
            item={item}
            editor={editor}
            faults={faults}
            audienceFields={audienceFields}
            shownVersion={version}
            onShowVersion={setVersion}
          />
        </form>
        <aside className={styles.side} aria-labelledby="item-preview">
          <div className={styles.sideHead}>
            <h2 id="item-preview">
              {version === undefined ? 'As people see it' : `Version ${version}`}
            </h2>
            {version !== undefined && (
              <Button onClick={() => setVersion(undefined)}>Show the edited form</Button>
            )}
          </div>
          {item && version !== undefined ? (
            <PublishedForm key={version} id={item.id} version={version} />
          ) : (
            <EditedForm values={editor.values} />
          )}
          <p className={styles.note} role="status">
            {unavailable.publish === undefined && countText(faults.count)}
          </p>
        </aside>
      </div>
    </div>
  );
}

/** The form of a new item stays when it is created, so that the focus stays, too. */
function useEditorKey(id: string) {
  const [form, setForm] = useState({ id, key: 0 });
  const [createdId, setCreatedId] = useState<string>();
  if (form.id !== id) {
    const isCreated = form.id === NEW && id === createdId;
    setForm({ id, key: isCreated ? form.key : form.key + 1 });
  }
  return { key: form.key, setCreatedId };
}

export function CatalogItemPage() {
  const { id = NEW } = useParams({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const isNew = id === NEW;
  const { data: me } = useQuery(meQuery);
  const { data, error, refetch } = useQuery({ ...catalogItemQuery(id), enabled: !isNew });
  const fields = useQuery({ ...audienceFieldsQuery, retry: false });
  const { key, setCreatedId } = useEditorKey(id);
  const item = isNew ? undefined : data;
  const name = item?.name ?? (isNew ? 'New item' : id);
  const onCreated = (created: CatalogItem) => {
    const focused = document.activeElement;
    setCreatedId(created.id);
    const stop = router.subscribe('onRendered', () => {
      stop();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    });
    void navigate({ to: '/admin/catalog/$id', params: { id: created.id }, replace: true });
  };
  const isReady = me && (isNew || item) && !fields.isPending;
  return (
    <AdminFrame>
      <title>{`${name} – Signalbox`}</title>
      {isReady ? (
        <Editor
          key={key}
          me={me}
          item={item}
          audienceFields={fields.data ?? []}
          onCreated={onCreated}
        />
      ) : error ? (
        <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBar width="60%" />
      )}
    </AdminFrame>
  );
}
