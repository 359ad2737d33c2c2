// Which file a test belongs to when a helper declares it: node:test reports the file of the call, which is the helper's.
const files = new Map<string, string>();

/** Called by a helper with the name of the test or suite that it declares at the top of a test file. */
export function rememberFile(name: string): void {
  const frames = new Error(name).stack?.split('\n') ?? [];
  const file = frames
    .map((frame) => /file:\/\/(\/[^:]+\.test\.ts):/.exec(frame)?.[1])
    .find(Boolean);
  if (file) files.set(name, file);
}

export const fileOf = (name: string): string | undefined => files.get(name);
