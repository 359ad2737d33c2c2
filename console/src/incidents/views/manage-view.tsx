// Renames, shares and deletes a saved view.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteView,
  directoryQuery,
  faultOf,
  mayUse,
  type Me,
  queryClient,
  updateView,
  type View,
  viewsQuery,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog, DialogFields, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { audienceOf, audiencesFor, readAudience } from './incident.views.ts';

export type ViewStep = 'edit' | 'delete';

interface ManageViewProps {
  view: View;
  me: Me;
  isOpen: boolean;
  step: ViewStep | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

type StepProps = Omit<ManageViewProps, 'step' | 'isOpen'>;

const refetchViews = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });

function EditView({ view, me, onClose }: StepProps) {
  const [name, setName] = useState(view.name);
  const [audience, setAudience] = useState(audienceOf(view));
  const mayShare = mayUse(me, 'views.share');
  const { data: groups = [] } = useQuery({ ...directoryQuery('', 'group'), enabled: mayShare });
  const options = audiencesFor(
    view,
    mayShare,
    mayShare ? groups.map((one) => one.name) : me.groups,
  );
  const save = useMutation({
    mutationFn: () =>
      updateView(view.id, { name: name.trim(), ...readAudience(audience) }, view.version),
    onSuccess: async (saved) => {
      await refetchViews();
      toast(`View “${saved.name}” saved.`);
      onClose();
    },
  });
  const send = () => name.trim() !== '' && save.mutate();
  return (
    <>
      {save.error && <ErrorPanel fault={faultOf(save.error)} onRetry={send} />}
      <DialogFields>
        <TextField label="Name" value={name} onChange={setName} onEnter={send} maxLength={255} />
        <SelectField label="Visible to" value={audience} options={options} onChange={setAudience} />
      </DialogFields>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          unavailable={name.trim() === '' ? 'Enter a name first.' : undefined}
          onClick={send}
        >
          Save
        </Button>
      </DialogFooter>
    </>
  );
}

function DeleteView({ view, onClose, onDeleted }: StepProps) {
  const remove = useMutation({
    mutationFn: () => deleteView(view.id, view.version),
    onSuccess: async () => {
      onClose();
      onDeleted();
      await refetchViews();
      toast(`View “${view.name}” deleted.`);
    },
  });
  if (remove.error)
    return <ErrorPanel fault={faultOf(remove.error)} onRetry={() => remove.mutate()} />;
  return (
    <>
      <p>
        {view.audience === 'me'
          ? 'Only the view is deleted; its incidents stay as they are.'
          : 'The view is deleted for everyone it is shared with; its incidents stay as they are.'}
      </p>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" data-autofocus onClick={() => remove.mutate()}>
          Delete view
        </Button>
      </DialogFooter>
    </>
  );
}

export const ManageView = ({ step, isOpen, ...rest }: ManageViewProps) => (
  <Dialog
    title={step === 'delete' ? `Delete “${rest.view.name}”?` : 'Rename or share'}
    isOpen={isOpen}
    onClose={rest.onClose}
    size={400}
  >
    {step === 'edit' && <EditView {...rest} />}
    {step === 'delete' && <DeleteView {...rest} />}
  </Dialog>
);
