// The module is pure and has no dependencies but conditions, so that the console bundles it.
export {
  CI_PATTERN,
  MAX_CHOSEN,
  MAX_DECIMAL,
  MAX_DECIMAL_PLACES,
  MAX_LONG_TEXT,
  MAX_TEXT,
  MAX_URL_BYTES,
} from './answer-rules.ts';
export { type AnswerFault, answerKinds, evaluateForm, questionFields } from './evaluate-form.ts';
export {
  type Answers,
  type Form,
  MAX_QUESTIONS,
  type Question,
  type QuestionChoice,
  type QuestionType,
  questionTypes,
} from './form.ts';
