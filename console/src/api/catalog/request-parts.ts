// A service request that was ordered from the catalog has the parts of its item: questions with answers, stages of
// approval, and tasks.
export type {
  AnsweredQuestion as AskedQuestion,
  ProgressStep,
  RequestStage,
  StageDecision,
} from '@signalbox/sdk';
