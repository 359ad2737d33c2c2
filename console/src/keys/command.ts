// One row of a table feeds the keys, the search box, the tooltips and the page of keys.
export type Scope = 'everywhere' | 'list' | 'record' | 'inbox';

export interface Command {
  id: string;
  /** Any of these runs the command: `g i`, `Shift+J`, `mod+K`. Commands without keys are only in the search box. */
  keys: readonly string[];
  scope: readonly Scope[];
  label: string;
  /** The command opens something that takes the keys: from here on, keys are buffered for it. One that is open `at once`
   * has the focus before the next key arrives. */
  opens?: 'overlay' | 'page' | 'at once';
}

/** Finds commands that one key would run at the same time: in a common scope, or in any scope and everywhere. */
export function keyClashes(commands: readonly Command[]): string[] {
  const claims = commands.flatMap(({ id, keys, scope }) =>
    keys.flatMap((key) => scope.map((where) => ({ id, key, where }))),
  );
  return claims.flatMap((one, index) =>
    claims
      .slice(index + 1)
      .filter((other) => {
        const isNear =
          one.where === other.where || one.where === 'everywhere' || other.where === 'everywhere';
        const isSame = one.key === other.key || startsWith(one.key, other.key);
        return isNear && isSame && one.id !== other.id;
      })
      .map((other) => `${one.id} and ${other.id} both use ${other.key} (${other.where})`),
  );
}

/** A sequence whose first key is a command of its own could never be completed. */
const startsWith = (one: string, other: string): boolean =>
  one.startsWith(`${other} `) || other.startsWith(`${one} `);

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Names a key press as the tables do. Shift is named only with keys that have no upper case. */
export function pressName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isLetter = key.length === 1;
  const name = key === ' ' ? 'Space' : key;
  const parts = [
    ...(ctrlKey || metaKey ? ['mod'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && !isLetter ? ['Shift'] : []),
    isLetter && (ctrlKey || metaKey) ? name.toUpperCase() : name,
  ];
  return parts.join('+');
}

/** Single letters are silent in fields; WCAG 2.1.4 also lets people switch them off. */
export const isLetterKey = (name: string): boolean => name.length === 1 && name !== ' ';
