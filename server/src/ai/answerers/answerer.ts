// What answers: one interface for the local engine and for models of a provider. Retrieval, rights, cache and citations
// are the same for both; an answerer only writes text about what it is given.
import type { ModelAlias } from '../../platform/runtime/ai-models.ts';
import type { AnalysisType, Findings, SuggestedAction } from '../ai.schema.ts';
import type { CopilotTools } from '../copilot/tools.ts';
import type { Neighbour } from '../resolved/neighbours.ts';
import type { RetrievedPassage } from '../retrieval/passages.ts';
import type { FoundRecord } from '../retrieval/records.ts';

export interface Run {
  alias: ModelAlias;
  /** Receives the answer while it is written. It is not yet checked: the result may have no citations. */
  onText?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the tokens of each response of a model, also of one that is not used. */
  onTokens?: ((tokens: number) => void) | undefined;
}

export interface AskInput {
  question: string;
  context: FoundRecord | undefined;
  /** The most relevant first. */
  passages: readonly RetrievedPassage[];
}

/** Without citations, nothing that was given answers the question. */
export interface AskOutput {
  answer: string;
  cited: readonly RetrievedPassage[];
}

export interface AnalyzeInput {
  record: FoundRecord;
  analysisType: AnalysisType;
  /** The most similar first. */
  neighbours: readonly Neighbour[];
  /** What the record affects. */
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
  /** Records that the tools returned. */
  cited: readonly Pick<FoundRecord, 'type' | 'id'>[];
  /** As proposed; whether each is allowed is checked later. */
  actions: readonly SuggestedAction[];
}

export interface Answerer {
  /** With its provider. */
  modelOf(alias: ModelAlias): string;
  ask(input: AskInput, run: Run): Promise<AskOutput>;
  analyze(input: AnalyzeInput, run: Run): Promise<AnalyzeOutput>;
  query(input: QueryInput, run: Run): Promise<QueryOutput>;
}
