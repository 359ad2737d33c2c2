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
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { isSameList, type ListSearch, valuesOf } from '../../search/index.ts';
import { readWidths } from '../../lists/index.ts';
import { incidentList } from '../list/incidents.list.ts';

const LIST = '/incidents';

interface SaveViewDialogProps {
  isOpen: boolean;
  onClose: () => void;
  search: ListSearch;
  /** The URL came from this saved view, if there is one. */
  saved: View | undefined;
}

export function SaveViewDialog({ isOpen, onClose, search, saved }: SaveViewDialogProps) {
  const router = useRouter();
  const navigate = useNavigate({ from: LIST });
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
      onClose();
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
    <Dialog title="Save view" isOpen={isOpen} onClose={onClose} size={400}>
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
  );
}
