// A rule is edited in the drawer, tried on the past, and saved.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeRule } from '../../actions/index.ts';
import {
  type AutomatedType,
  createRule,
  deleteRule,
  faultOf,
  queryClient,
  type Rule,
  ruleQuery,
  updateRule,
} from '../../api/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { AdminForm } from '../form/admin-form.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import { refreshRules } from './move-rule.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ruleSpec } from './rule.fields.tsx';
import {
  blankValues,
  describedRule,
  type Known,
  namesFor,
  type RuleBody,
  type RuleValues,
  valuesOf,
} from './rule.values.ts';
import { RuleRuns } from './rule-runs.tsx';
import styles from './rules.module.css';

interface DeleteProps {
  rule: Rule;
  onDeleted: () => void;
}

const DeleteRule = ({ rule: { id, name, version }, onDeleted }: DeleteProps) => (
  <AskedButton
    label="Delete…"
    consequence="It runs no more. Timelines still name it."
    confirmation="Delete it"
    run={() => deleteRule(id, version)}
    onDone={() => {
      toast(`${name} is deleted.`);
      onDeleted();
      void refreshRules();
    }}
  />
);

interface FormProps {
  rule: Rule | undefined;
  /** A new rule begins with this type. */
  type: AutomatedType;
  known: Known;
  onSaved: (rule: Rule) => void;
  onDeleted: () => void;
}

/** Says what follows from saving. */
function submitLabel({ active }: RuleValues, rule: Rule | undefined): string {
  if (active && !rule?.active) return 'Save and switch on';
  return rule?.active && !active ? 'Save and switch off' : 'Save';
}

function Form({ rule, type, known, onSaved, onDeleted }: FormProps) {
  // Rows get keys when they are read, which stay while they are edited.
  const saved = useMemo(
    () => (rule ? valuesOf(rule, known) : blankValues(type)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- names that are learned change no value
    [rule],
  );
  const isNew = rule === undefined;
  const spec = useMemo(() => ruleSpec(known, isNew), [known, isNew]);
  const save = async (body: RuleBody, changes: Partial<RuleBody>) => {
    const next = rule ? await updateRule(rule.id, changes, rule.version) : await createRule(body);
    queryClient.setQueryData(ruleQuery(next.id).queryKey, next);
    await refreshRules();
    toast(`${next.name} is saved${next.active ? ' and switched on' : ''}.`);
    onSaved(next);
  };
  return (
    <AdminForm
      label={rule ? `Rule ${rule.name}` : 'New rule'}
      spec={spec}
      saved={saved}
      version={rule?.version}
      submitLabel={(values) => submitLabel(values, rule)}
      save={save}
      onConflict={() => void refreshRules()}
      preview={(values) => <PreviewPanel body={spec.bodyOf(values)} id={rule?.id} known={known} />}
      actions={rule && <DeleteRule rule={rule} onDeleted={onDeleted} />}
    />
  );
}

interface RuleFormProps extends Omit<FormProps, 'rule'> {
  /** A new rule has no id yet. */
  id: string | undefined;
  /** If false, the drawer shows only the sentence. */
  mayManage: boolean;
}

export function RuleForm({ id, mayManage, ...rest }: RuleFormProps) {
  const isNew = id === undefined;
  const { data, error, refetch } = useQuery({ ...ruleQuery(id ?? ''), enabled: !isNew });
  if (!isNew && error && !data)
    return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  const rule = isNew ? undefined : data;
  if (!isNew && !rule) return <SkeletonBar width="60%" />;
  return (
    <>
      {mayManage && <Form rule={rule} {...rest} />}
      {rule && !mayManage && (
        <p className={styles.whole}>
          {describeRule(describedRule(rule), namesFor(rest.known, rule.record_type))}
        </p>
      )}
      {rule && <RuleRuns key={rule.id} id={rule.id} />}
    </>
  );
}
