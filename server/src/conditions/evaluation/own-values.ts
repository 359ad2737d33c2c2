/** Follows own properties only, so that a path never reaches a prototype. */
export function valueBySteps(source: unknown, steps: readonly string[]): unknown {
  let value = source;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
