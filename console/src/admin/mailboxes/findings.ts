// A failed test names the members that may be wrong. The first field of them says why, and the others that they count, too.
import type { MailboxTest } from '../../api/index.ts';
import { alsoCheck } from './mailboxes.words.ts';
import type { MailboxValues } from './mailboxes.values.ts';

type FieldName = keyof MailboxValues;

/** Returns the field that shows a member of a login. */
function fieldOf(
  direction: keyof MailboxTest,
  member: string,
  { provider, sending }: Pick<MailboxValues, 'provider' | 'sending'>,
): FieldName {
  const isServer = ['host', 'port', 'security'].includes(member);
  const isOwn = direction === 'outgoing' && (isServer || sending !== 'same');
  if (isOwn) return `out_${member}` as FieldName;
  return provider === 'microsoft' && member === 'token_url'
    ? 'tenant'
    : (`in_${member}` as FieldName);
}

export function findingsOf(
  test: MailboxTest | undefined,
  values: Pick<MailboxValues, 'provider' | 'sending'>,
): ReadonlyMap<string, string> {
  const findings = new Map<string, string>();
  for (const direction of ['incoming', 'outgoing'] as const) {
    const { reason, fields = [] } = test?.[direction] ?? {};
    const names = fields.map((member) => fieldOf(direction, member, values));
    for (const [index, name] of names.entries())
      if (!findings.has(name)) findings.set(name, index === 0 ? (reason ?? '') : alsoCheck);
  }
  return findings;
}
