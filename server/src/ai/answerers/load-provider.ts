// The packages of a provider are optional, and an instance without a provider never loads them.
import type { LanguageModel } from 'ai';
import { UsageError } from '../../platform/errors.ts';
import type { AiProvider } from '../../platform/runtime/ai-models.ts';
import type { Config } from '../../platform/runtime/config.ts';

type LanguageModelOf = (id: string) => LanguageModel;

type ProviderConfig = Pick<
  Config,
  'AI_API_KEY' | 'AI_BASE_URL' | 'AI_REGION' | 'AI_ACCESS_KEY_ID' | 'AI_SECRET_ACCESS_KEY'
>;

interface Loader {
  packageName: string;
  load: (config: ProviderConfig, fetch: typeof globalThis.fetch) => Promise<LanguageModelOf>;
}

const omitEmpty = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as never;

const loaders: Record<AiProvider, Loader> = {
  anthropic: {
    packageName: '@ai-sdk/anthropic',
    load: async ({ AI_API_KEY, AI_BASE_URL }, fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: AI_API_KEY, ...omitEmpty({ baseURL: AI_BASE_URL }), fetch });
    },
  },
  bedrock: {
    packageName: '@ai-sdk/amazon-bedrock',
    load: async (config, fetch) => {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
      return createAmazonBedrock({
        region: config.AI_REGION || 'us-east-1',
        ...omitEmpty({
          apiKey: config.AI_API_KEY,
          accessKeyId: config.AI_ACCESS_KEY_ID,
          secretAccessKey: config.AI_SECRET_ACCESS_KEY,
          baseURL: config.AI_BASE_URL,
        }),
        fetch,
      });
    },
  },
  'openai-compatible': {
    packageName: '@ai-sdk/openai-compatible',
    load: async ({ AI_API_KEY, AI_BASE_URL }, fetch) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: AI_BASE_URL,
        ...omitEmpty({ apiKey: AI_API_KEY }),
        includeUsage: true,
        fetch,
      });
    },
  },
};

/** Fails at the start of the process instead of at the first question. */
export function requirePackages(provider: AiProvider): void {
  const missing = ['ai', loaders[provider].packageName].filter((name) => {
    try {
      import.meta.resolve(name);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length > 0)
    throw new UsageError(
      `AI_PROVIDER=${provider} needs optional packages that are not installed: ${missing.join(', ')}. Run \`npm ci\` without --omit=optional.`,
    );
}

/** Returns the functions of the package `ai` together with the models of the provider. */
export async function loadProvider(
  provider: AiProvider,
  config: ProviderConfig,
  fetch: typeof globalThis.fetch,
) {
  // Without this the package writes its warnings to the standard output.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const [sdk, modelOf] = await Promise.all([import('ai'), loaders[provider].load(config, fetch)]);
  return { sdk, modelOf };
}

export type LoadedProvider = Awaited<ReturnType<typeof loadProvider>>;
