import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { introduce } from './openapi.introduction.ts';
import { securityOf, securitySchemesOf } from './openapi.security.ts';

describe('The identity provider in the OpenAPI document', () => {
  const config = {
    BASE_URL: 'https://desk.example.com',
    AUTH_URL: 'https://auth.example.com',
    OIDC_ISSUER: 'https://login.example.net/',
  };

  test('the discovery document of an external provider is named instead of our endpoints', () => {
    const schemes = securitySchemesOf(config);
    assert.deepEqual(Object.keys(schemes), ['bearer', 'openid']);
    assert.equal(
      'openid' in schemes && schemes.openid.openIdConnectUrl,
      'https://login.example.net/.well-known/openid-configuration',
    );
    assert.deepEqual(securityOf(config), [{ bearer: [] }, { openid: [] }]);
    const introduction = introduce(config);
    assert.ok(introduction.includes('https://login.example.net/'));
    assert.ok(!introduction.includes('auth.example.com'), introduction);
  });
});
