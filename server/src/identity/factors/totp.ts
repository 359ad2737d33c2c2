// Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds. Apps know no others for certain.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;
/** The clock of a phone may be wrong by one period. */
const WINDOW = 1;
/** RFC 4226, section 4, recommends 160 bits. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** A slice of a pooled buffer would bring its neighbours along. */
const secretOf = (bytes: Uint8Array): Secret =>
  new Secret({ buffer: Uint8Array.from(bytes).buffer });

const totpOf = (bytes: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_MS / 1000,
    secret: secretOf(bytes),
    ...names,
  });

/** Returns the period that the code belongs to; undefined if it is wrong, too old or too early. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const distance = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return distance === null ? undefined : Math.floor(timestamp / PERIOD_MS) + distance;
}

/** People type the key in groups of four where the camera does not work. */
export const totpKeyText = (secret: Uint8Array): string =>
  (secretOf(secret).base32.match(/.{1,4}/g) ?? []).join(' ');

/** The app shows the issuer and the address; the QR code contains this URL. */
export const totpUrl = (secret: Uint8Array, issuer: string, email: string): string =>
  totpOf(secret, { issuer, label: email }).toString();
