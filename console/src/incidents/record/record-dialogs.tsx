// The dialogs of the record: assign, priority, and the choice of a field to edit.
import type { Incident } from '../../api/index.ts';
import { fieldLabel } from '../../records/index.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ActionDialog } from '../actions/index.ts';
import { propertyFields } from './panels/property-fields.ts';
import type { RecordPage } from './use-record-page.ts';

const texts = ['short_description', 'description'];

export function RecordDialogs({ incident, page }: { incident: Incident; page: RecordPage }) {
  const { dialog } = page;
  const fields = [
    ...texts,
    ...propertyFields
      .filter(({ isShown }) => isShown?.(incident) ?? true)
      .map(({ field }): string => field),
  ];
  return (
    <>
      <ActionDialog
        kind={dialog === 'field' ? undefined : dialog}
        subject={incident.id}
        states={[]}
        onPatch={(patch) => {
          page.close();
          void page.actions.save(patch);
        }}
        onNote={() => undefined}
        onClose={page.close}
      />
      <Dialog
        title={`Edit ${incident.id}`}
        isOpen={dialog === 'field'}
        onClose={page.close}
        size={440}
      >
        <ChoiceField
          label="Field"
          onCancel={page.close}
          choices={fields.map((field) => ({ value: field, label: fieldLabel(field) }))}
          onChoose={(field) => {
            page.close();
            page.edit(field);
          }}
        />
      </Dialog>
    </>
  );
}
