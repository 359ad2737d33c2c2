import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { trustedPeers } from './trusted-peers.ts';

describe('Mail servers that may deliver', () => {
  test('the machine itself may, in every notation of its addresses', () => {
    const isTrusted = trustedPeers([]);
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      assert.equal(isTrusted(address), true, address);
    for (const address of ['10.0.0.5', '192.0.2.1', '::', '2001:db8::1', '', 'localhost'])
      assert.equal(isTrusted(address), false, address);
  });

  test('networks of the operator may, also where an IPv4 address is mapped', () => {
    const isTrusted = trustedPeers(['10.1.0.0/16', '2001:db8::/32', '192.0.2.7']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1::1', '192.0.2.7'])
      assert.equal(isTrusted(address), true, address);
    for (const address of ['10.2.0.1', '2001:db9::1', '192.0.2.8'])
      assert.equal(isTrusted(address), false, address);
  });
});
