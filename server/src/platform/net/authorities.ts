// Every TLS connection of the process trusts the certificate authorities of the operator, besides Node's.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { UsageError } from '../errors.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Throws an error whose message states the allowed values. */
export function readAuthorities(path: string): string[] {
  if (path === '') return [];
  try {
    const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    if (found.length === 0) throw new Error('no certificate');
    return found.map((pem) => new X509Certificate(pem).toString());
  } catch (error) {
    throw new Error('must be the path of a readable PEM file of certificates', { cause: error });
  }
}

/** Must be called before the first connection. */
export function trustAuthorities(authorities: readonly string[]): void {
  if (authorities.length === 0) return;
  // The declared types do not know that older releases lack the function.
  if (!(tls as Partial<typeof tls>).setDefaultCACertificates) {
    throw new UsageError('CA_FILE needs Node 24.5 or later.');
  }
  const trusted = new Set([...tls.getCACertificates('default'), ...authorities]);
  tls.setDefaultCACertificates([...trusted]);
}
