// Faults of a definition are read by people who edit it in a form, so they name questions, stages and tasks as these do.
import type { Fault } from '../../platform/errors.ts';
import { cut } from '../../platform/text.ts';

const MAX_NAME = 60;

export const isBlank = (text: string): boolean => text.trim() === '';

/** Returns the name in quotes, or the place in its list: "Question 3". */
export const quote = (name: string, noun: string, at: number): string =>
  isBlank(name) ? `${noun} ${at + 1}` : `“${cut(name.trim(), MAX_NAME)}”`;

export const fault = (
  pointer: string,
  code: Fault['code'],
  message: string,
  more: Pick<Fault, 'allowed' | 'nearest'> = {},
): Fault => ({ in: 'body', pointer, code, message, ...more });

/** Returns the place of the first item with the same value, for each item that is not the first. */
export function findRepeated<T>(
  items: readonly T[],
  valueOf: (item: T) => string,
): { at: number; first: number }[] {
  const firstOf = new Map<string, number>();
  return items.flatMap((item, at) => {
    const value = valueOf(item);
    const first = firstOf.get(value);
    if (first !== undefined) return [{ at, first }];
    firstOf.set(value, at);
    return [];
  });
}
