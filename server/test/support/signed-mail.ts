// Signs mails for domains whose keys a resolver of the test answers for.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import type { MailResolver } from '../../src/mail/senders/resolver.ts';

type KeyPair = Record<'publicKey' | 'privateKey', KeyObject>;

interface Signing {
  /** The signature names this domain; its key is that of the domain that signs. */
  claims?: string;
  headers?: string;
  signedAt?: Date;
  maxBodyLength?: number;
}

const HEADERS = 'From:To:Cc:Subject:Date:Message-ID';
const SELECTOR = 'test';

export interface Signer {
  /** A domain gets a key at its first use. */
  sign: (text: string, domain: string, signing?: Signing) => Promise<Buffer>;
  resolver: MailResolver;
}

const recordOf = (key: KeyObject): string =>
  `v=DKIM1; k=ed25519; p=${key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;

/** `rejects` says whether the domains ask, at the time, to reject mail that they have not signed. */
export function mailSigner(rejects: () => boolean): Signer {
  const keys = new Map<string, KeyPair>();
  const keyOf = (domain: string) => {
    const pair = keys.get(domain) ?? generateKeyPairSync('ed25519');
    keys.set(domain, pair);
    return pair;
  };
  const recordsOf = (name: string): string | undefined => {
    const [, signing] = new RegExp(`^${SELECTOR}\\._domainkey\\.(.+)$`).exec(name) ?? [];
    const [, policed] = /^_dmarc\.(.+)$/.exec(name) ?? [];
    if (signing !== undefined && keys.has(signing)) return recordOf(keyOf(signing).publicKey);
    if (policed === undefined || !keys.has(policed)) return undefined;
    return `v=DMARC1; p=${rejects() ? 'reject' : 'none'}`;
  };
  return {
    sign: async (
      text,
      domain,
      { claims = domain, headers = HEADERS, signedAt, maxBodyLength } = {},
    ) => {
      const signature = {
        signingDomain: claims,
        selector: SELECTOR,
        privateKey: keyOf(domain).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        ...(maxBodyLength !== undefined && { maxBodyLength }),
      };
      const { signatures, errors } = await dkimSign(text, {
        signatureData: [signature],
        headerList: headers,
        signTime: signedAt ?? new Date(),
        // The types want a single signature, too, which the library ignores.
        ...signature,
      });
      if (errors.length > 0 || signatures === '') throw new Error(JSON.stringify(errors));
      return Buffer.from(`${signatures}${text}`);
    },
    resolver: async (name, type) => {
      const record = type === 'TXT' ? recordsOf(name.toLowerCase()) : undefined;
      if (record === undefined) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
      return [[record]];
    },
  };
}
