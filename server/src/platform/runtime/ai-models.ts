// The contract names models by aliases, and the configuration maps each to a model of the provider.

export const modelAliases = ['model-3-haiku', 'model-3-sonnet', 'model-3-opus'] as const;
export type ModelAlias = (typeof modelAliases)[number];

export const aiProviders = ['anthropic', 'bedrock', 'openai-compatible'] as const;
export type AiProvider = (typeof aiProviders)[number];
