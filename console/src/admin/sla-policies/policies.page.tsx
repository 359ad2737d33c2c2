// SLA policies are tried in their order; the first whose condition holds gives a record its targets.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  calendarNamesQuery,
  conditionFieldsQuery,
  faultOf,
  MAX_POLICIES,
  slaPoliciesQuery,
} from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { listCommands } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Peek } from '../../ui/overlays/peek.tsx';
import { NEW } from '../form/record-form.tsx';
import { AdminFrame } from '../frame.tsx';
import { movePolicy } from './move-policy.ts';
import styles from './policies.module.css';
import type { FieldsOfTypes } from './policies.values.ts';
import { PolicyForm } from './policy-form.tsx';
import { PolicyRows } from './policy-rows.tsx';

const route = getRouteApi('/admin/sla-policies');

/** Returns undefined until all is read. */
function usePolicies() {
  const policies = useQuery(slaPoliciesQuery);
  const calendars = useQuery(calendarNamesQuery);
  const incident = useQuery(conditionFieldsQuery('incident'));
  const request = useQuery(conditionFieldsQuery('request'));
  const all = [policies, calendars, incident, request];
  const fields = useMemo(
    (): FieldsOfTypes | undefined =>
      incident.data && request.data && { incident: incident.data, request: request.data },
    [incident.data, request.data],
  );
  const failed = all.find(({ error, data }) => error && !data);
  const isRead = policies.data && calendars.data && fields;
  return {
    read: isRead ? { policies: policies.data, calendars: calendars.data, fields } : undefined,
    failed,
  };
}

type Read = NonNullable<ReturnType<typeof usePolicies>['read']>;

/** The form of a new policy stays when it is created, so that the focus stays, too. */
function useFormKey(peek: string) {
  const [form, setForm] = useState({ peek, key: 0 });
  const [createdId, setCreatedId] = useState<string>();
  if (form.peek !== peek) {
    const isCreated = form.peek === NEW && peek === createdId;
    setForm({ peek, key: isCreated ? form.key : form.key + 1 });
  }
  return { key: form.key, setCreatedId };
}

const FULL = `At most ${MAX_POLICIES} policies can be defined.`;
interface OpenProps extends Read {
  peek: string | undefined;
  onOpen: (id: string | undefined) => void;
}

function Content({ policies, peek, onOpen, ...known }: OpenProps) {
  if (policies.length === 0)
    return (
      <EmptyState title="There are no SLA policies">
        Incidents have the targets of the settings, round the clock. A policy gives some of the
        records other targets, in the hours of a calendar.
      </EmptyState>
    );
  return (
    <>
      <p className={styles.hint}>
        The first policy whose condition holds applies. Move one with its arrows, or with Alt and
        the arrow keys.
      </p>
      <PolicyRows
        policies={policies}
        current={peek}
        {...known}
        onOpen={onOpen}
        onMove={movePolicy}
      />
    </>
  );
}

function Drawer({ policies, peek, onOpen, ...known }: OpenProps & { peek: string }) {
  const { key, setCreatedId } = useFormKey(peek);
  const isNew = peek === NEW;
  const close = () => onOpen(undefined);
  return (
    <Peek
      isWide
      label={isNew ? 'New SLA policy' : 'SLA policy'}
      title={isNew ? 'New SLA policy' : policies.find(({ id }) => id === peek)?.name}
      onClose={close}
    >
      <PolicyForm
        key={key}
        id={isNew ? undefined : peek}
        {...known}
        onSaved={(id) => {
          setCreatedId(id);
          onOpen(id);
        }}
        onDeleted={close}
      />
    </Peek>
  );
}

export function PoliciesPage() {
  const { peek } = route.useSearch();
  const navigate = route.useNavigate();
  const { read, failed } = usePolicies();
  const open = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { peek: id }, replace: true });
  useCommands(listCommands, peek === undefined ? {} : { 'list.escape': () => open(undefined) });
  const isFull = read !== undefined && read.policies.length >= MAX_POLICIES;
  return (
    <AdminFrame>
      <div className={styles.frame} data-peek={peek !== undefined || undefined}>
        <div className={styles.page}>
          <title>SLA policies – Signalbox</title>
          <header className={styles.head}>
            <h1 tabIndex={-1}>SLA policies</h1>
            <Button
              variant="primary"
              icon={<AddIcon />}
              unavailable={isFull ? FULL : undefined}
              onClick={() => open(NEW)}
            >
              New policy
            </Button>
          </header>
          {read && <Content {...read} peek={peek} onOpen={open} />}
          {!read && failed && (
            <ErrorPanel fault={faultOf(failed.error)} onRetry={() => void failed.refetch()} />
          )}
          {!read && !failed && <SkeletonBar width="60%" />}
        </div>
        {read && peek !== undefined && <Drawer {...read} peek={peek} onOpen={open} />}
      </div>
    </AdminFrame>
  );
}
