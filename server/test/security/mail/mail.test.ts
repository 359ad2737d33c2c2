import { describe } from 'node:test';
import { testShort } from '../../support/scaled-tests.ts';
import { securityTests } from '../security-tests.ts';

describe('Forged mail', () => {
  testShort(securityTests['mail-forgeries']);
});
