// The local engine and the models of a provider share one interface. Retrieval, rights, cache and citations are the same
// for both; an answerer only writes text about what it is given.
import type { ModelAlias } from '../../platform/runtime/ai-models.ts';
import type { AnalysisType, Findings, SuggestedAction } from '../ai.schema.ts';
import type { CopilotTools } from '../copilot/tools.ts';
import type { Neighbour } from '../resolved/neighbours.ts';
import type { RetrievedPassage } from '../retrieval/passages.ts';
import type { FoundRecord } from '../retrieval/records.ts';

export interface Run {
  alias: ModelAlias;
  /** Receives the answer while it is written, before its citations are checked: the result may have none. */
  onText?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Receives the tokens of each response of a model, also of one that is discarded. */
  onTokens?: ((tokens: number) => void) | undefined;
}

export interface AskInput {
  question: string;
  context: FoundRecord | undefined;
  /** The most relevant passage is the first. */
  passages: readonly RetrievedPassage[];
  /** Returns all passages of the article of a retrieved passage, in their order. */
  readArticle: (passage: RetrievedPassage) => Promise<readonly RetrievedPassage[]>;
}

/** No citations means that no passage answers the question. */
export interface AskOutput {
  answer: string;
  cited: readonly RetrievedPassage[];
}

export interface AnalyzeInput {
  record: FoundRecord;
  analysisType: AnalysisType;
  /** The most similar incident is the first. */
  neighbours: readonly Neighbour[];
  /** Each sentence names records that this one affects. */
  affected: readonly string[];
}

export interface AnalyzeOutput {
  findings: Findings;
}

export interface QueryInput {
  query: string;
  context: FoundRecord | undefined;
  tools: CopilotTools;
}

export interface QueryOutput {
  answer: string;
  /** Only records that the tools returned are cited. */
  cited: readonly Pick<FoundRecord, 'type' | 'id'>[];
  /** Proposals are not checked yet: `checkActions` drops those that are not allowed. */
  actions: readonly SuggestedAction[];
}

export interface Answerer {
  /** Returns the provider and the model, such as `local/extractive`. */
  modelOf(alias: ModelAlias): string;
  ask(input: AskInput, run: Run): Promise<AskOutput>;
  analyze(input: AnalyzeInput, run: Run): Promise<AnalyzeOutput>;
  query(input: QueryInput, run: Run): Promise<QueryOutput>;
}
