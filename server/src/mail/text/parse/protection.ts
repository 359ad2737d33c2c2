// Whether a mail is signed or encrypted, by S/MIME or PGP. Signatures are not verified here.
import { type Headers, valueOf } from '../headers/header-fields.ts';
import type { ParsedMail } from './parsed-mail.ts';

type Protection = ParsedMail['signed'];

const MAX_READ = 1000;
const contentType = (headers: Headers): string =>
  (valueOf(headers, 'content-type') ?? '').slice(0, MAX_READ).toLowerCase();

const typesOfSmime = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);
const signatures = new Map<string, Protection>([
  ['application/pkcs7-signature', 'smime'],
  ['application/x-pkcs7-signature', 'smime'],
  ['application/pgp-signature', 'pgp'],
]);

/** S/MIME has one type for both; the parameter tells them apart. */
const isSignedData = (headers: Headers): boolean =>
  /smime-type="?signed-data/.test(contentType(headers));

export function signatureOf(headers: Headers, types: readonly string[], text: string): Protection {
  const detached = types.map((type) => signatures.get(type)).find((one) => one !== undefined);
  if (detached) return detached;
  if (types.some((type) => typesOfSmime.has(type)) && isSignedData(headers)) return 'smime';
  return text.trimStart().startsWith('-----BEGIN PGP SIGNED MESSAGE-----') ? 'pgp' : undefined;
}

export function encryptionOf(headers: Headers, types: readonly string[], text: string): Protection {
  if (contentType(headers).startsWith('multipart/encrypted')) return 'pgp';
  if (types.some((type) => typesOfSmime.has(type)) && !isSignedData(headers)) return 'smime';
  return text.trimStart().startsWith('-----BEGIN PGP MESSAGE-----') ? 'pgp' : undefined;
}
