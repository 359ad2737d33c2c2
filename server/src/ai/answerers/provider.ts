// Models of a provider, through the AI SDK. A model gets what was retrieved and writes text; what it writes is checked
// before it is shown.
import type { ToolSet } from 'ai';
import { bodyValidator } from '../../platform/http/input/validation.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { AiProvider, ModelAlias } from '../../platform/runtime/ai-models.ts';
import { Findings, type SuggestedAction } from '../ai.schema.ts';
import { copilotToolSet } from '../copilot/tool-set.ts';
import type {
  AnalyzeInput,
  AnalyzeOutput,
  Answerer,
  AskInput,
  AskOutput,
  QueryInput,
  QueryOutput,
  Run,
} from './answerer.ts';
import { type Attempt, GuardedCalls } from './guarded-calls.ts';
import { InvalidOutput } from './failures.ts';
import { type LoadedProvider, loadProvider, requirePackages } from './load-provider.ts';
import { analyzePrompt, askPrompt, NO_ANSWER, queryPrompt } from './prompts.ts';
import { supportedCitations, withArticleIds } from './support.ts';

const MAX_OUTPUT_TOKENS = 1500;
/** Rounds of tool calls before the model must answer. */
const MAX_STEPS = 6;
/** Relevance below which a passage is not worth sending. */
const MIN_RELEVANCE = 0.05;

interface Generated {
  text: string;
  tokens: number;
}

interface Prompt {
  instructions: string;
  prompt: string;
}

const isFindings = bodyValidator(Findings);

/** Finish reasons that mean that the model does not want to answer. */
const REFUSALS = new Set(['content-filter', 'error', 'other']);

export class ProviderAnswerer implements Answerer {
  readonly #provider: AiProvider;
  readonly #deps: Pick<Deps, 'config' | 'egress'>;
  readonly #calls: GuardedCalls;
  #loaded: Promise<LoadedProvider> | undefined;

  constructor(deps: Pick<Deps, 'config' | 'egress' | 'log'>, provider: AiProvider) {
    requirePackages(provider);
    this.#provider = provider;
    this.#deps = deps;
    const timeoutMs = deps.config.AI_TIMEOUT_SECONDS * 1000;
    this.#calls = new GuardedCalls(deps.log, { timeoutMs });
  }

  modelOf(alias: ModelAlias): string {
    return `${this.#provider}/${this.#idOf(alias)}`;
  }

  #idOf(alias: ModelAlias): string {
    return this.#deps.config.AI_MODELS?.[alias] ?? alias;
  }

  #load(): Promise<LoadedProvider> {
    const { config, egress } = this.#deps;
    this.#loaded ??= loadProvider(this.#provider, config, egress.fetch);
    this.#loaded.catch(() => (this.#loaded = undefined));
    return this.#loaded;
  }

  /** Text, streamed if the caller wants that; with tools, of the last step. */
  #write(
    prompt: Prompt,
    { alias, onText, signal: leaving }: Run,
    tools?: ToolSet,
  ): Promise<Generated> {
    return this.#calls.call(
      this.modelOf(alias),
      async ({ signal, commit }: Attempt) => {
        const { sdk, modelOf } = await this.#load();
        const options = {
          ...prompt,
          model: modelOf(this.#idOf(alias)),
          maxOutputTokens: MAX_OUTPUT_TOKENS,
          maxRetries: 0,
          abortSignal: signal,
          ...(tools && { tools, stopWhen: sdk.isStepCount(MAX_STEPS) }),
        };
        if (!onText) {
          const { text, usage, finishReason } = await sdk.generateText(options);
          const tokens = usage.totalTokens ?? 0;
          return { text: REFUSALS.has(finishReason) ? '' : text, tokens };
        }
        let text = '';
        // Reported by the stream as a part, too.
        const stream = sdk.streamText({ ...options, onError: () => {} });
        for await (const part of stream.fullStream) {
          if (part.type === 'error') throw part.error;
          if (part.type === 'start-step') text = '';
          if (part.type !== 'text-delta') continue;
          text += part.text;
          // The model may yet write that it has no answer.
          if (NO_ANSWER.startsWith(text)) continue;
          commit();
          onText(
            text.length === part.text.length ||
              !NO_ANSWER.startsWith(text.slice(0, -part.text.length))
              ? part.text
              : text,
          );
        }
        const tokens = (await stream.usage).totalTokens ?? 0;
        return { text: REFUSALS.has(await stream.finishReason) ? '' : text, tokens };
      },
      leaving,
    );
  }

  async ask(input: AskInput, run: Run): Promise<AskOutput> {
    const passages = input.passages.filter(({ relevance }) => relevance >= MIN_RELEVANCE);
    if (passages.length === 0) return { answer: '', cited: [], tokens: 0 };
    const { text, tokens } = await this.#write(askPrompt({ ...input, passages }), run);
    const texts = passages.map((one) => `${one.title}\n${one.heading_path.join(' ')}\n${one.text}`);
    const kept = supportedCitations(text, texts);
    const ids = passages.map(({ article_id }) => article_id);
    return {
      answer: withArticleIds(text, ids, new Set(kept)),
      cited: kept.flatMap((index) => passages[index] ?? []),
      tokens,
    };
  }

  analyze(input: AnalyzeInput, { alias }: Run): Promise<AnalyzeOutput> {
    return this.#calls.call(this.modelOf(alias), async ({ signal }) => {
      const { sdk, modelOf } = await this.#load();
      const { output, usage } = await sdk.generateText({
        ...analyzePrompt(input),
        model: modelOf(this.#idOf(alias)),
        output: sdk.Output.object({ schema: sdk.jsonSchema<Findings>(Findings as object) }),
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        maxRetries: 0,
        abortSignal: signal,
      });
      const { faults, echoed } = isFindings(output);
      if (faults.length > 0 || echoed.length > 0) throw new InvalidOutput('not as the schema says');
      return { findings: output, tokens: usage.totalTokens ?? 0 };
    });
  }

  async query(input: QueryInput, run: Run): Promise<QueryOutput> {
    const { sdk } = await this.#load();
    const actions: SuggestedAction[] = [];
    const tools = copilotToolSet(sdk, input.tools, (action) => actions.push(action));
    const { text, tokens } = await this.#write(queryPrompt(input), run, tools);
    const ids = [...text.matchAll(/\b(?:INC|CHG|KB|CI)[0-9A-Z]{1,18}\b/g)].map(([id]) => id);
    const cited = [...new Set(ids)].flatMap((id) => input.tools.retrievedById(id) ?? []);
    return { answer: text, cited, actions, tokens };
  }
}
