// Mailboxes are set up from this page alone: it says what to prepare, tests what was entered, and shows whether mail arrives.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  createMailbox,
  forgetMailboxTest,
  type Mailbox,
  mailboxesReadQuery,
  mailboxQuery,
  testMailbox,
  updateMailbox,
} from '../../api/index.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { DeleteMailbox } from './delete-mailbox.tsx';
import { MailboxHealth } from './mailbox-health.tsx';
import { TestButton, TestResult, useFindings } from './mailbox-test.tsx';
import { bodyOf, type MailboxBody } from './mailboxes.body.ts';
import { mailboxColumns } from './mailboxes.columns.tsx';
import { mailboxFields } from './mailboxes.fields.tsx';
import { mailboxList } from './mailboxes.list.ts';
import { blankValues, type MailboxValues, valuesOf } from './mailboxes.values.ts';
import { typedSecrets } from './typed-secrets.ts';

const record: AdminRecord<Mailbox, MailboxValues, MailboxBody> = {
  noun: 'mailbox',
  heading: 'Mailboxes',
  list: mailboxList,
  columns: mailboxColumns,
  filters: [],
  none: {
    title: 'There are no mailboxes',
    text: 'Set up the address that people write to, such as help@…. Their mail becomes incidents or service requests, and they are answered from that address.',
  },
  query: mailboxQuery,
  create: async (body) => {
    const saved = await createMailbox(body);
    typedSecrets.keep(saved.id, body);
    void testMailbox(saved.id);
    return saved;
  },
  update: async (id, changes, version) => {
    const saved = await updateMailbox(id, changes, version);
    typedSecrets.keep(id, changes);
    void testMailbox(id);
    return saved;
  },
  blank: blankValues,
  valuesOf: (row) => valuesOf(row, typedSecrets.of(row.id)),
  bodyOf,
  fields: mailboxFields,
  submitLabel: 'Save and test',
  useFindings,
  notes: {
    create:
      'The test signs in to both servers and sends nothing. Mail that arrives from now on is received; mail of before is not.',
  },
  above: (row) => <MailboxHealth mailbox={row} />,
  preview: ({ id }) => <TestResult id={id} />,
  actions: (row) => (
    <>
      <TestButton id={row.id} />
      <DeleteMailbox mailbox={row} />
    </>
  ),
};

export function MailboxesPage() {
  const { peek } = useSearch({ strict: false }) as { peek?: string };
  const { dataUpdatedAt } = useQuery(mailboxesReadQuery);
  // Secrets and results of tests are those of the mailbox that is open.
  useEffect(
    () => () => {
      if (peek === undefined) return;
      typedSecrets.forget(peek);
      forgetMailboxTest(peek);
    },
    [peek],
  );
  return <RecordPage record={record} readAt={dataUpdatedAt} />;
}
