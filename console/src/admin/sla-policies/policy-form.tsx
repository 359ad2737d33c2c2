// A policy is edited in the drawer. Saving it gives open records new clocks, so its effect can be seen before.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  createSlaPolicy,
  deleteSlaPolicy,
  faultOf,
  previewSlaPolicy,
  queryClient,
  type SlaPolicy,
  slaPolicyQuery,
  updateSlaPolicy,
} from '../../api/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { AdminForm } from '../form/admin-form.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import { EffectPanel } from './effect-panel.tsx';
import { refreshPolicies } from './move-policy.ts';
import { policySpec } from './policies.fields.tsx';
import { blankValues, type FieldsOfTypes, type PolicyBody, valuesOf } from './policies.values.ts';
import styles from './policies.module.css';
import { typeLabels } from './policies.words.ts';

interface Known {
  fields: FieldsOfTypes;
  calendars: Readonly<Record<string, string>>;
}

interface DeleteProps {
  policy: SlaPolicy;
  onDeleted: () => void;
}

const DeletePolicy = ({ policy: { id, name, version }, onDeleted }: DeleteProps) => (
  <AskedButton
    label="Delete…"
    consequence="Open records get the clocks of the next policy that applies. Ended ones keep theirs."
    confirmation="Delete it"
    run={() => deleteSlaPolicy(id, version)}
    onDone={() => {
      toast(`${name} is deleted.`);
      onDeleted();
      void refreshPolicies();
    }}
  />
);

interface FormProps extends Known {
  policy: SlaPolicy | undefined;
  onSaved: (id: string) => void;
  onDeleted: () => void;
}

const NOTE =
  'Open records get new clocks from their history within seconds. Records that have ended keep theirs.';

function Form({ policy, fields, calendars, onSaved, onDeleted }: FormProps) {
  // The condition gets keys when it is read, which stay while it is edited.
  const saved = useMemo(
    () => (policy ? valuesOf(policy, fields) : blankValues()),
    [policy, fields],
  );
  const spec = useMemo(() => policySpec({ fields, calendars }), [fields, calendars]);
  const save = async (body: PolicyBody, changes: Partial<PolicyBody>) => {
    const next = policy
      ? await updateSlaPolicy(policy.id, changes, policy.version)
      : await createSlaPolicy(body);
    queryClient.setQueryData(slaPolicyQuery(next.id).queryKey, next);
    await refreshPolicies();
    toast(`${next.name} is saved.`);
    onSaved(next.id);
  };
  return (
    <AdminForm
      label={policy ? `SLA policy ${policy.name}` : 'New SLA policy'}
      spec={spec}
      saved={saved}
      version={policy?.version}
      submitLabel={policy ? 'Save' : 'Create the policy'}
      save={save}
      onConflict={() => void refreshPolicies()}
      note={NOTE}
      preview={(values) => (
        <EffectPanel
          body={spec.bodyOf(values)}
          run={(body) => previewSlaPolicy({ ...body, ...(policy && { id: policy.id }) })}
        />
      )}
      actions={policy && <DeletePolicy policy={policy} onDeleted={onDeleted} />}
    />
  );
}

interface PolicyFormProps extends Known {
  /** A new policy has no id yet. */
  id: string | undefined;
  onSaved: (id: string) => void;
  onDeleted: () => void;
}

export function PolicyForm({ id, ...rest }: PolicyFormProps) {
  const isNew = id === undefined;
  const { data, error, refetch } = useQuery({ ...slaPolicyQuery(id ?? ''), enabled: !isNew });
  if (!isNew && error && !data)
    return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  const policy = isNew ? undefined : data;
  if (!isNew && !policy) return <SkeletonBar width="60%" />;
  return (
    <>
      {policy && (
        <p
          className={styles.fixed}
        >{`For ${typeLabels[policy.record_type].toLowerCase()}. The type of records never changes.`}</p>
      )}
      <Form policy={policy} {...rest} />
    </>
  );
}
