// The menu has the further actions of a record, and opens the choice of a field to edit.
import type { RecordType } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { EditIcon, LinkIcon, MoreIcon } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { fieldLabel } from '../../words/index.ts';
import type { RecordState } from '../use-record.ts';

export function MoreMenu<T extends RecordType>({ page }: { page: RecordState<T> }) {
  const close = () => page.choose(false);
  const canEdit = page.mayEdit && page.fields.length > 0;
  return (
    <>
      <Menu
        position="bottom-end"
        target={<Button variant="quiet" icon={<MoreIcon />} label="More actions" />}
        groups={[
          {
            items: [
              { label: 'Copy the link', icon: <LinkIcon />, keys: 'y', run: page.copyLink },
              ...(canEdit
                ? [
                    {
                      label: 'Edit a field…',
                      icon: <EditIcon />,
                      keys: 'e',
                      run: () => page.choose(true),
                    },
                  ]
                : []),
            ],
          },
          ...(page.more.length > 0 ? [{ items: page.more }] : []),
        ]}
      />
      <Dialog title={`Edit ${page.ref.id}`} isOpen={page.isChoosing} onClose={close} size={440}>
        <ChoiceField
          label="Field"
          onCancel={close}
          choices={page.editable.map((field) => ({
            value: field,
            label: fieldLabel(field, page.ref.type),
          }))}
          onChoose={page.editField}
        />
      </Dialog>
    </>
  );
}
