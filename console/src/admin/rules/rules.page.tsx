// Rules run in their order on each update; every one is shown as a sentence.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { typeLabels } from '../../actions/index.ts';
import {
  type AutomatedType,
  faultOf,
  MAX_RULES,
  mayUse,
  meQuery,
  rulesQuery,
  type RuleSummary,
} from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { listCommands } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Peek } from '../../ui/overlays/peek.tsx';
import { NEW } from '../form/record-form.tsx';
import { AdminFrame } from '../frame.tsx';
import { placeRule, rulesOf, switchRule } from './move-rule.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleRows } from './rule-rows.tsx';
import type { Known } from './rule.values.ts';
import styles from './rules.module.css';
import { useKnown } from './use-known.ts';

const route = getRouteApi('/admin/rules');

const types = Object.keys(typeLabels) as AutomatedType[];

const emptyTexts: Readonly<Record<AutomatedType, string>> = {
  incident:
    'A rule assigns, sets fields, adds notes or notifies people when an incident is created, updated, gets a note, or has waited for some time.',
  change:
    'A rule acts when a change is created, updated, gets a note, or has waited for some time. It withdraws no approvals.',
  request:
    'A rule acts when a service request is created, updated, gets a note, or has waited for some time.',
};

interface PartProps {
  rules: readonly RuleSummary[];
  known: Known;
  type: AutomatedType;
  peek: string | undefined;
  mayManage: boolean;
  onOpen: (id: string | undefined, type?: AutomatedType) => void;
}

function Content({ rules, known, type, peek, mayManage, onOpen }: PartProps) {
  const shown = rulesOf(rules, type);
  if (shown.length === 0)
    return (
      <EmptyState title={`There are no rules for ${typeLabels[type].toLowerCase()}`}>
        {emptyTexts[type]}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.hint}>
        They run in this order, and each sees what earlier ones set.
        {mayManage && ' Drag one, or move it with its arrows, or with Alt and the arrow keys.'}
      </p>
      <RuleRows
        rules={shown}
        current={peek}
        mayManage={mayManage}
        known={known}
        onOpen={onOpen}
        onPlace={(id, to) => placeRule(type, id, to)}
        onSwitch={switchRule}
      />
    </>
  );
}

/** The form of a new rule stays when it is created, so that the focus stays, too. */
function useFormKey(peek: string) {
  const [form, setForm] = useState({ peek, key: 0 });
  const [createdId, setCreatedId] = useState<string>();
  if (form.peek !== peek) {
    const isCreated = form.peek === NEW && peek === createdId;
    setForm({ peek, key: isCreated ? form.key : form.key + 1 });
  }
  return { key: form.key, setCreatedId };
}

function Drawer({ rules, known, type, peek, mayManage, onOpen }: PartProps & { peek: string }) {
  const { key, setCreatedId } = useFormKey(peek);
  const isNew = peek === NEW;
  const close = () => onOpen(undefined);
  return (
    <Peek
      isWide
      label={isNew ? 'New rule' : 'Rule'}
      title={isNew ? 'New rule' : rules.find(({ id }) => id === peek)?.name}
      onClose={close}
    >
      <RuleForm
        key={key}
        id={isNew ? undefined : peek}
        type={type}
        known={known}
        mayManage={mayManage}
        onSaved={({ id, record_type }) => {
          setCreatedId(id);
          onOpen(id, record_type);
        }}
        onDeleted={close}
      />
    </Peek>
  );
}

export function RulesPage() {
  const { peek, type: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: rules, error, refetch } = useQuery(rulesQuery);
  const { known, failed } = useKnown();
  const type = chosen ?? rules?.find(({ id }) => id === peek)?.record_type ?? 'incident';
  const open = (id: string | undefined, shown: AutomatedType = type) =>
    void navigate({
      search: {
        ...(shown !== 'incident' && { type: shown }),
        ...(id !== undefined && { peek: id }),
      },
      replace: true,
    });
  useCommands(listCommands, peek === undefined ? {} : { 'list.escape': () => open(undefined) });
  const mayManage = me !== undefined && mayUse(me, 'rules.manage');
  const isFull = rules !== undefined && rules.length >= MAX_RULES;
  const fault = rules === undefined && error ? { error, retry: () => void refetch() } : failed;
  return (
    <AdminFrame>
      <div className={styles.frame} data-peek={peek !== undefined || undefined}>
        <div className={styles.page}>
          <title>Rules – Signalbox</title>
          <header className={styles.head}>
            <h1 tabIndex={-1}>Rules</h1>
            {mayManage && (
              <Button
                variant="primary"
                icon={<AddIcon />}
                unavailable={isFull ? `At most ${MAX_RULES} rules can be defined.` : undefined}
                onClick={() => open(NEW)}
              >
                New rule
              </Button>
            )}
          </header>
          {rules && known && (
            <Tabs
              label="Type of the records"
              variant="pill"
              tabs={types.map((id) => ({
                id,
                label: `${typeLabels[id]} ${rulesOf(rules, id).length}`,
              }))}
              value={type}
              onChange={(next) => open(undefined, next)}
            >
              <Content
                rules={rules}
                known={known}
                type={type}
                peek={peek}
                mayManage={mayManage}
                onOpen={open}
              />
            </Tabs>
          )}
          {!(rules && known) && fault && (
            <ErrorPanel fault={faultOf(fault.error)} onRetry={fault.retry} />
          )}
          {!(rules && known) && !fault && <SkeletonBar width="60%" />}
        </div>
        {rules && known && peek !== undefined && (
          <Drawer
            rules={rules}
            known={known}
            type={type}
            peek={peek}
            mayManage={mayManage}
            onOpen={open}
          />
        )}
      </div>
    </AdminFrame>
  );
}
