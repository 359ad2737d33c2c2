// Relations of a new configuration item are added on its page.
import { useQuery } from '@tanstack/react-query';
import { type CiCreate, ciFaultsOf, createCi, mayUse, type Me, meQuery } from '../api/index.ts';
import { CreateFields, CreateFrame, useCreate } from '../records/index.ts';
import { TextField } from '../ui/forms/text-field.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { ciFields } from './ci.fields.ts';
import styles from './ci.module.css';

const title = { field: 'name', label: 'Name', maxLength: 255 };
const MAX_CLASS = 255;
/** The class has its own field beside the name: both together identify a CI. */
const properties = ciFields.filter(({ field }) => field !== 'class');
const defaults = { status: 'Operational (default)' };

function Form({ me }: { me: Me }) {
  const form = useCreate({
    type: 'ci',
    me,
    title,
    create: (body, key) => createCi(body as unknown as CiCreate, key),
    check: ({ fields }) => (fields['class'] ? undefined : 'Enter a class first.'),
    faultsOf: ciFaultsOf,
  });
  const className = form.draft.fields['class'];
  return (
    <CreateFrame
      form={form}
      noun="CI"
      side={<CreateFields form={form} fields={properties} defaults={defaults} />}
    >
      <TextField
        label="Class"
        value={typeof className === 'string' ? className : ''}
        maxLength={MAX_CLASS}
        fault={form.faultAt('class')}
        onChange={(next) => form.setField('class', next)}
      />
      <p className={styles.none}>
        The class says what kind of item it is, such as server, database or service. You can relate
        the CI to others once it is created.
      </p>
    </CreateFrame>
  );
}

export function CiCreatePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'cmdb.write'))
    return (
      <EmptyState isPage title="You may not create CIs">
        Ask an administrator for a role that can.
      </EmptyState>
    );
  return <Form me={me} />;
}
