// The console evaluates forms by the function of the service itself. It is the only module of the server that the console
// bundles.
export {
  type AnswerFault,
  type Answers,
  evaluateForm,
  type Form,
  MAX_QUESTIONS,
  type Question,
  type QuestionChoice,
  type QuestionType,
  questionTypes,
} from '../../../../server/src/forms/index.ts';
