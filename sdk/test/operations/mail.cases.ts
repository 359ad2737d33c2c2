// These cases cover mailboxes and the messages that they receive.
import { ABSENT, type Case, type MethodName } from './world.ts';

const MAIL = 'From: ada@example.com\r\nSubject: Printer\r\n\r\nIt is out of toner.\r\n';

export const mailCases = {
  'mailboxes.list': {
    ok: ({ admin }) => admin.mailboxes.list(),
    fails: ({ manager }) => manager.mailboxes.list(),
    code: 'insufficient_role',
  },
  'mailboxes.create': {
    ok: (world) => world.mailbox(),
    fails: ({ admin }) =>
      admin.mailboxes.create({ address: 'help', name: 'IT help', record_type: 'incident' }),
    code: 'validation_failed',
  },
  'mailboxes.get': {
    ok: async (world) => world.admin.mailboxes.get(await world.mailbox()),
    fails: ({ admin }) => admin.mailboxes.get(ABSENT),
    code: 'not_found',
  },
  'mailboxes.update': {
    ok: async (world) => world.admin.mailboxes.update(await world.mailbox(), { active: false }),
    fails: ({ admin }) => admin.mailboxes.update(ABSENT, { active: false }),
    code: 'not_found',
  },
  'mailboxes.delete': {
    ok: async (world) => world.admin.mailboxes.delete(await world.mailbox()),
    fails: ({ admin }) => admin.mailboxes.delete(ABSENT),
    code: 'not_found',
  },
  'mailboxes.test': {
    ok: async (world) => world.admin.mailboxes.test(await world.mailbox()),
    fails: ({ admin }) => admin.mailboxes.test(ABSENT),
    code: 'not_found',
  },
  'mailboxes.send': {
    ok: async (world) => world.admin.mailboxes.send(await world.mailbox(), MAIL),
    fails: ({ admin }) => admin.mailboxes.send(ABSENT, new Blob([MAIL])),
    code: 'not_found',
  },
  'mail.list': {
    ok: ({ manager }) => manager.mail.list({ state: 'held' }),
    fails: ({ agent }) => agent.mail.list(),
    code: 'insufficient_role',
  },
  'mail.get': {
    ok: async (world) => world.manager.mail.get(await world.heldMessage()),
    fails: ({ manager }) => manager.mail.get(ABSENT),
    code: 'not_found',
  },
  'mail.download': {
    ok: async (world) => world.manager.mail.download(await world.heldMessage()),
    fails: ({ manager }) => manager.mail.download(ABSENT),
    code: 'not_found',
  },
  'mail.release': {
    ok: async (world) => world.manager.mail.release(await world.heldMessage()),
    fails: ({ manager }) => manager.mail.release(ABSENT),
    code: 'not_found',
  },
  'mail.discard': {
    ok: async (world) => world.manager.mail.discard(await world.heldMessage()),
    fails: async ({ manager, heldMessage }) => {
      const id = await heldMessage();
      await manager.mail.discard(id);
      return manager.mail.discard(id);
    },
    code: 'invalid_transition',
  },
  'mail.attach': {
    ok: async (world) =>
      world.manager.mail.attach(await world.heldMessage(), { record_id: await world.incident() }),
    fails: async ({ manager, heldMessage }) =>
      manager.mail.attach(await heldMessage(), { record_id: 'INC9999999' }),
    code: 'validation_failed',
  },
  'mail.reprocess': {
    ok: async (world) => world.manager.mail.reprocess(await world.heldMessage()),
    fails: ({ manager }) => manager.mail.reprocess(ABSENT),
    code: 'not_found',
  },
} as const satisfies Partial<Record<MethodName, Case>>;
