// Reads deploy/production/compose.yaml as docker-compose does: parses YAML with merge keys, then interpolates by the
// rules of the Compose Specification. Where docker-compose is installed, deploy.test.ts compares the two.
import { parse } from 'yaml';

interface ComposeService {
  image: string;
  command?: string[] | string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas?: number };
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
}

export interface Compose {
  services: Record<string, ComposeService>;
}

/** Matches `$$`, `$NAME`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; a `$` before anything else is a fault. */
const VARIABLE = /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-?])([^}]*))?\}|)/g;

function interpolate(text: string, env: Record<string, string>): string {
  return text.replaceAll(
    VARIABLE,
    (found, dollar?: string, plain?: string, name = plain, operator?: string, rest = '') => {
      if (dollar) return '$';
      if (name === undefined) throw new Error(`invalid interpolation format: ${text}`);
      const value = operator?.startsWith(':') ? env[name] || undefined : env[name];
      if (value !== undefined) return value;
      if (operator?.endsWith('-')) return rest;
      throw new Error(`required variable ${name} is missing a value: ${rest || found}`);
    },
  );
}

function interpolateAll(value: unknown, env: Record<string, string>): unknown {
  if (typeof value === 'string') return interpolate(value, env);
  if (Array.isArray(value)) return value.map((one) => interpolateAll(one, env));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, interpolateAll(one, env)]),
  );
}

/** These lists and mappings may contain only strings; YAML reads a string with a colon and a space as a mapping. */
function textFaults({ services }: Compose): string[] {
  const faults: string[] = [];
  const check = (where: string, values: unknown) => {
    for (const [key, value] of Object.entries(values ?? {}))
      if (typeof value !== 'string') faults.push(`${where}.${key} must be a string`);
  };
  for (const [name, { command, environment, healthcheck }] of Object.entries(services)) {
    if (typeof command !== 'string') check(`services.${name}.command`, command);
    check(`services.${name}.environment`, environment);
    check(`services.${name}.healthcheck.test`, healthcheck?.test);
  }
  return faults;
}

/** Throws with every fault at once. */
export function readCompose(text: string, env: Record<string, string>): Compose {
  const compose = interpolateAll(parse(text, { merge: true }), env) as Compose;
  const faults = textFaults(compose);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return compose;
}
