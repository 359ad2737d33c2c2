import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFrom } from './address.ts';

const corp = { domains: ['example.com', 'xn--bcher-kva.example'], trusts_addresses: false };
const entra = { ...corp, trusts_addresses: true };

test('an address is linked if it is verified, or if the provider is trusted with addresses', () => {
  const verified = { email: 'Ada@Example.com', email_verified: true };
  assert.deepEqual(addressFrom(verified, corp), { address: 'Ada@Example.com' });
  assert.deepEqual(addressFrom({ email: 'ada@example.com' }, entra), {
    address: 'ada@example.com',
  });
  assert.deepEqual(addressFrom({ preferred_username: 'ada@example.com' }, entra), {
    address: 'ada@example.com',
  });
});

test('any other value of email_verified is not the confirmation', () => {
  for (const email_verified of [undefined, false, null, 'true', 1, ['true'], {}])
    assert.deepEqual(addressFrom({ email: 'ada@example.com', email_verified }, corp), {
      failure: 'not_verified',
      address: 'ada@example.com',
    });
});

test('a sign-in name is an address only at a trusted provider', () => {
  const claims = { preferred_username: 'ada@example.com', email_verified: true };
  assert.deepEqual(addressFrom(claims, corp), { failure: 'no_address' });
});

test('only the exact domains are allowed', () => {
  for (const domain of ['sub.example.com', 'example.com.evil.test', 'evilexample.com', 'com'])
    assert.equal(
      (addressFrom({ email: `ada@${domain}` }, entra) as { failure: string }).failure,
      'domain',
      domain,
    );
});

test('text that several programs could read differently is no address', () => {
  const texts = [
    'ada@evil.test@example.com',
    '"ada@evil.test"@example.com',
    'ada@example.com\0',
    'ada@example.com ',
    'ada,bob@example.com',
    '\u212Aate@example.com',
    'ada@example\u3002com',
    '@example.com',
    'ada',
    '',
  ];
  for (const email of [...texts, null, 7, ['ada@example.com'], { email: 'ada@example.com' }])
    assert.deepEqual(
      addressFrom({ email }, entra),
      { failure: 'no_address' },
      JSON.stringify(email),
    );
});
