// Saves the filters, the sort and the columns of the URL as a view of one's own.
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  createView,
  faultOf,
  queryClient,
  updateView,
  type View,
  viewsQuery,
} from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/overlays/dialog.tsx';
import { faultText } from '../../../ui/layout/fault.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { isSameList, valuesOf } from '../../../search/index.ts';
import styles from '../queue.module.css';
import { type QueueSearch, queryOf } from '../queue.search.ts';

const QUEUE = '/incidents';

interface SaveViewProps {
  search: QueueSearch;
  /** The saved view that the URL came from, if there is one. */
  saved: View | undefined;
  icon: ReactNode;
}

export function SaveView({ search, saved, icon }: SaveViewProps) {
  const router = useRouter();
  const navigate = useNavigate({ from: QUEUE });
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const content = { query: queryOf(search), columns: valuesOf(search.cols) };
  const save = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? createView({ name: name.trim(), list: 'incidents', ...content })
        : updateView(id, content),
    onSuccess: async (view) => {
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      setOpen(false);
      toast(`View “${view.name}” saved.`);
      // A page or list that was opened meanwhile stays, and is not named after this view.
      if (isSameList({ pathname: QUEUE, search: view.query }, router.latestLocation, queryOf))
        void navigate({ search: (before) => ({ ...before, view: view.id }), replace: true });
    },
  });
  const fault = save.error && faultOf(save.error);
  const create = () => name.trim() !== '' && save.mutate(undefined);
  return (
    <>
      <Button look="quiet" icon={icon} onClick={() => setOpen(true)}>
        <span className={styles.wideText}>Save view</span>
      </Button>
      <Dialog title="Save view" isOpen={isOpen} onClose={() => setOpen(false)} size={400}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          onEnter={create}
          maxLength={255}
          fault={fault && faultText(fault)}
        />
        <DialogFooter>
          {saved && <Button onClick={() => save.mutate(saved.id)}>Update “{saved.name}”</Button>}
          <Button
            look="primary"
            unavailable={name.trim() === '' ? 'Give it a name.' : undefined}
            onClick={create}
          >
            Save as new
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
