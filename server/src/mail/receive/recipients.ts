// A mail server delivers to the address of a mailbox, to its aliases, and to both with `+` and any text behind it.

/** The local part has at most 64 octets, and the domain 255 (RFC 5321). */
const MAX_ADDRESS = 320;

/** Returns the addresses that a mailbox may have which the recipient reaches, the longest first. */
export function mailboxAddresses(recipient: string): string[] {
  const at = recipient.lastIndexOf('@');
  if (at < 1 || recipient.length > MAX_ADDRESS) return [];
  const local = recipient.slice(0, at).toLowerCase();
  const domain = recipient.slice(at).toLowerCase();
  const found: string[] = [];
  for (let end = local.length; end > 0; end = local.lastIndexOf('+', end - 1))
    found.push(`${local.slice(0, end)}${domain}`);
  return found;
}
