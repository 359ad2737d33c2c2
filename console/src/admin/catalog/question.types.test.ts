// The editor knows the types of questions as the service does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOperators } from '../../../../server/src/conditions/evaluation/operators.ts';
import {
  answerKinds,
  MAX_QUESTIONS as MAX_OF_SERVICE,
  questionTypes as typesOfService,
} from '../../../../server/src/forms/index.ts';
import { kindOf, MAX_QUESTIONS, operatorsOf, questionTypes } from './question.types.ts';

test('types, kinds and operators of questions are those of the service', () => {
  assert.deepEqual(questionTypes.toSorted(), [...typesOfService].toSorted());
  assert.equal(MAX_QUESTIONS, MAX_OF_SERVICE);
  for (const type of typesOfService) {
    assert.equal(kindOf(type), answerKinds[type]);
    const operators = Object.entries(valueOperators).flatMap(([name, { kinds }]) =>
      (kinds as readonly string[]).includes(answerKinds[type]) ? [name] : [],
    );
    assert.deepEqual([...operatorsOf(type)].toSorted(), operators.toSorted(), type);
  }
});
