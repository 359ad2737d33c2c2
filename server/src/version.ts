// The version that /health, openapi.json and the start-up line name.
import manifest from '../package.json' with { type: 'json' };

export const version: string = manifest.version;
