// Searches large texts for secrets in every encoding in which they might appear.

/** A text may contain the secret verbatim, or in base64 at any offset. */
const encodings: ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => Buffer.from(secret).toString('hex'),
  (secret) => encodeURIComponent(secret),
  (secret) => JSON.stringify(secret).slice(1, -1),
  ...[0, 1, 2].map((shift) => (secret: string) => {
    const text = Buffer.from(' '.repeat(shift) + secret).toString('base64');
    return text.slice(shift > 0 ? 4 : 0, -4);
  }),
];

/** Returns a signing secret also without its prefix, and as its decoded bytes. */
const formsOf = (secret: string): string[] => {
  const bare = secret.replace(/^whsec_/, '');
  const forms = [secret, bare].flatMap((one) => encodings.map((encode) => encode(one)));
  return secret === bare ? forms : [...forms, Buffer.from(bare, 'base64').toString('hex')];
};

const HEAD = 16;

/** Returns the secrets found, in one pass over the text, whatever their number. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  const byHead = new Map<string, { form: string; secret: string }[]>();
  for (const secret of secrets)
    for (const form of new Set(formsOf(secret))) {
      const head = form.slice(0, HEAD);
      byHead.set(head, [...(byHead.get(head) ?? []), { form, secret }]);
    }
  const found = new Set<string>();
  for (let at = 0; at + HEAD <= text.length; at += 1) {
    const here = byHead.get(text.slice(at, at + HEAD));
    for (const { form, secret } of here ?? []) if (text.startsWith(form, at)) found.add(secret);
  }
  return [...found];
}
