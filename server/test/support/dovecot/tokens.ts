// Lets Dovecot accept the access tokens of an identity provider, which it validates with its keys.
import { createPublicKey } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Jwk {
  kid?: string;
  alg?: string;
}

export interface TokenIssuer {
  /** Tokens of this issuer are accepted if one of its keys signed them; the claim `email` is the user. */
  issuer: string;
  keys: readonly Jwk[];
}

export const tokenSettings = (folder: string, { issuer }: TokenIssuer): string => `
oauth2 {
  introspection_mode = local
  issuers = ${issuer}
  username_attribute = email
}
oauth2_local_validation {
  dict fs {
    fs posix {
      prefix = ${folder}/keys/
    }
  }
}
`;

/** Dovecot looks for the key of a token by its algorithm and id. */
export function writeKeys(folder: string, { keys }: TokenIssuer): void {
  for (const key of keys) {
    const place = join(folder, 'keys', 'default', key.alg ?? 'ES256');
    mkdirSync(place, { recursive: true });
    const pem = createPublicKey({ key, format: 'jwk' } as never).export({
      type: 'spki',
      format: 'pem',
    });
    writeFileSync(join(place, key.kid ?? ''), pem);
  }
}
