import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import { findDifference } from './compare.ts';
import { plantedFaults } from './planted.ts';

describe('Forms in the service, in Chromium and by a naive interpreter', () => {
  testShort(propertyTests.forms);

  for (const [fault, evaluate] of plantedFaults)
    test(`the comparison detects a planted fault: ${fault}`, () => {
      assert.notEqual(findDifference(5000, 1, evaluate), undefined);
    });
});
