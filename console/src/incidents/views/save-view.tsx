// Saves the filters, the sort and the columns with their widths from the URL as a view of one's own.
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createView,
  faultOf,
  queryClient,
  updateView,
  type View,
  viewsQuery,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ViewIcon } from '../../ui/icons.ts';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { isSameList, type ListSearch, valuesOf } from '../../search/index.ts';
import { readWidths } from '../../lists/index.ts';
import { incidentList } from '../list/incidents.list.ts';
import styles from './save-view.module.css';

const LIST = '/incidents';

interface SaveViewProps {
  search: ListSearch;
  /** The URL came from this saved view, if there is one. */
  saved: View | undefined;
}

export function SaveView({ search, saved }: SaveViewProps) {
  const router = useRouter();
  const navigate = useNavigate({ from: LIST });
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const content = {
    query: incidentList.queryOf(search),
    columns: valuesOf(search['cols']),
    column_widths: { ...readWidths(search['widths']) },
  };
  const save = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? createView({ name: name.trim(), list: 'incidents', ...content })
        : updateView(id, content),
    onSuccess: async (view) => {
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      setOpen(false);
      toast(`View “${view.name}” saved.`);
      // A page or list that was opened in the meantime stays, and is not named after this view.
      if (
        isSameList(
          { pathname: LIST, search: view.query },
          router.latestLocation,
          incidentList.queryOf,
        )
      )
        void navigate({ search: (before) => ({ ...before, view: view.id }), replace: true });
    },
  });
  const fault = save.error && faultOf(save.error);
  const create = () => name.trim() !== '' && save.mutate(undefined);
  return (
    <>
      <Button variant="quiet" icon={<ViewIcon />} onClick={() => setOpen(true)}>
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
            variant="primary"
            unavailable={name.trim() === '' ? 'Enter a name first.' : undefined}
            onClick={create}
          >
            Save as new
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
