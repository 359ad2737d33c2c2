// A model of a provider gets only what was retrieved for the caller, and its text is checked before it is shown.
import type { LanguageModel, ToolSet } from 'ai';
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
import { CircuitBreaker } from './circuit-breaker.ts';
import { CallMeter } from './call-meter.ts';
import { type Attempt, GuardedCalls } from './guarded-calls.ts';
import { InvalidOutput } from './failures.ts';
import { type LoadedProvider, loadProvider, requirePackages } from './load-provider.ts';
import { analyzePrompt, askPrompt, NO_ANSWER, queryPrompt } from './prompts.ts';
import { supportedCitations, withArticleIds } from './support.ts';

const MAX_OUTPUT_TOKENS = 1500;
/** The model must answer after this many rounds of tool calls. */
const MAX_STEPS = 6;
/** A less relevant passage is not worth its tokens. */
const MIN_RELEVANCE = 0.05;

interface Prompt {
  instructions: string;
  prompt: string;
}

interface CallOptions {
  options: Prompt &
    CallMeter['callbacks'] & {
      model: LanguageModel;
      maxOutputTokens: number;
      maxRetries: number;
      abortSignal: AbortSignal;
    };
  /** Once it is called, the call to the model is not repeated. */
  commit: () => void;
}

const isFindings = bodyValidator(Findings);

/** These finish reasons mean that the model gave no answer. */
const REFUSALS = new Set(['content-filter', 'error', 'other']);

export class ProviderAnswerer implements Answerer {
  readonly #provider: AiProvider;
  readonly #deps: Pick<Deps, 'config' | 'egress'>;
  readonly #calls: GuardedCalls;
  #loaded: Promise<LoadedProvider> | undefined;
  #credentials = '';

  constructor(deps: Pick<Deps, 'config' | 'egress' | 'log'>, provider: AiProvider) {
    requirePackages(provider);
    this.#provider = provider;
    this.#deps = deps;
    const { AI_TIMEOUT_SECONDS, AI_CIRCUIT_SECONDS } = deps.config;
    this.#calls = new GuardedCalls(deps.log, {
      timeoutMs: AI_TIMEOUT_SECONDS * 1000,
      breaker: new CircuitBreaker({ openMs: AI_CIRCUIT_SECONDS * 1000 }),
    });
  }

  /** Ends the calls in progress and refuses later ones. */
  stop(): void {
    this.#calls.stop();
  }

  modelOf(alias: ModelAlias): string {
    return `${this.#provider}/${this.#idOf(alias)}`;
  }

  #idOf(alias: ModelAlias): string {
    return this.#deps.config.AI_MODELS?.[alias] ?? alias;
  }

  #load(): Promise<LoadedProvider> {
    const { config, egress } = this.#deps;
    // Keys in files are reloaded while the process runs.
    const credentials = `${config.AI_API_KEY}\n${config.AI_SECRET_ACCESS_KEY}`;
    if (credentials !== this.#credentials) this.#loaded = undefined;
    this.#credentials = credentials;
    this.#loaded ??= loadProvider(this.#provider, config, egress.fetch);
    this.#loaded.catch(() => (this.#loaded = undefined));
    return this.#loaded;
  }

  /** Calls the model, at most twice, and counts the tokens of both. */
  async #call<T>(
    prompt: Prompt,
    { alias, signal: callerSignal, onTokens }: Run,
    work: (loaded: LoadedProvider, options: CallOptions, meter: CallMeter) => Promise<T>,
  ): Promise<T> {
    const meter = new CallMeter(prompt, onTokens);
    // Loading the packages must not use up the time of the first attempt.
    const loaded = await this.#load();
    const run = ({ signal, commit }: Attempt) => {
      const options = {
        ...prompt,
        ...meter.callbacks,
        model: loaded.modelOf(this.#idOf(alias)),
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        maxRetries: 0,
        abortSignal: signal,
      };
      return meter.attempt(() => work(loaded, { options, commit }, meter));
    };
    try {
      return await this.#calls.call(this.modelOf(alias), run, callerSignal);
    } finally {
      meter.settle();
    }
  }

  /** Returns the text of the model, that of its last step if it has tools, and streams it to `onText`. */
  #write(
    prompt: Prompt,
    run: Run,
    makeTools?: (sdk: LoadedProvider['sdk']) => ToolSet,
  ): Promise<string> {
    const { onText } = run;
    return this.#call(prompt, run, async ({ sdk }, { options: basic, commit }, meter) => {
      const options = {
        ...basic,
        ...(makeTools && { tools: makeTools(sdk), stopWhen: sdk.isStepCount(MAX_STEPS) }),
      };
      if (!onText) {
        const { text, finishReason } = await sdk.generateText(options);
        return REFUSALS.has(finishReason) ? '' : text;
      }
      let text = '';
      // Errors are thrown in the loop below: the stream reports each as a part, too.
      const stream = sdk.streamText({ ...options, onError: () => {} });
      for await (const part of stream.fullStream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'start-step') {
          text = '';
          meter.markResponding();
        }
        if (part.type !== 'text-delta') continue;
        text += part.text;
        meter.addText(part.text);
        // This may be the beginning of NO_ANSWER, which is never sent.
        if (NO_ANSWER.startsWith(text)) continue;
        commit();
        onText(
          text.length === part.text.length ||
            !NO_ANSWER.startsWith(text.slice(0, -part.text.length))
            ? part.text
            : text,
        );
      }
      return REFUSALS.has(await stream.finishReason) ? '' : text;
    });
  }

  async ask(input: AskInput, run: Run): Promise<AskOutput> {
    const passages = input.passages.filter(({ relevance }) => relevance >= MIN_RELEVANCE);
    if (passages.length === 0) return { answer: '', cited: [] };
    const text = await this.#write(askPrompt({ ...input, passages }), run);
    const texts = passages.map((one) => `${one.title}\n${one.heading_path.join(' ')}\n${one.text}`);
    const supported = supportedCitations(text, texts);
    const ids = passages.map(({ article_id }) => article_id);
    return {
      answer: withArticleIds(text, ids, new Set(supported)),
      cited: supported.flatMap((index) => passages[index] ?? []),
    };
  }

  analyze(input: AnalyzeInput, run: Run): Promise<AnalyzeOutput> {
    return this.#call(analyzePrompt(input), run, async ({ sdk }, { options }) => {
      const { output } = await sdk.generateText({
        ...options,
        output: sdk.Output.object({ schema: sdk.jsonSchema<Findings>(Findings as object) }),
      });
      const { faults, echoed } = isFindings(output);
      if (faults.length > 0 || echoed.length > 0)
        throw new InvalidOutput('the findings do not match their schema');
      return { findings: output };
    });
  }

  async query(input: QueryInput, run: Run): Promise<QueryOutput> {
    let actions: SuggestedAction[] = [];
    const text = await this.#write(queryPrompt(input), run, (sdk) => {
      // A repeated attempt proposes its actions again, so those of the first are dropped.
      const proposed: SuggestedAction[] = [];
      actions = proposed;
      return copilotToolSet(sdk, input.tools, (action) => proposed.push(action));
    });
    const ids = [...text.matchAll(/\b(?:INC|CHG|KB|CI)[0-9A-Z]{1,18}\b/g)].map(([id]) => id);
    const cited = [...new Set(ids)].flatMap((id) => input.tools.findRetrievedById(id) ?? []);
    return { answer: text, cited, actions };
  }
}
