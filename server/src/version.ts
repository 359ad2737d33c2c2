// The version appears in /health, openapi.json and the start-up log line.
import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
