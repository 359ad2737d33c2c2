// Types of the instance's own fields: a developer declares once which ones it has, and gets typed values.
import type { Field } from './generated/schemas.ts';
import type { OneOrMany } from './pages.ts';

/** Records whose fields are not declared have these values. */
export type CustomValues = Record<string, unknown>;

/** A value in JSON: dates, times, people, CIs and choices are texts. */
export type CustomValue = string | number | boolean | readonly string[];

/** A declaration has the types of the values by their keys, for each record type that it names. */
export type CustomTypes<C> = {
  [T in keyof C]: T extends Field['record_type'] ? { [K in keyof C[T]]: CustomValue } : never;
};

/** Returns the declared values of a record type; without a declaration, any key may have any value. */
export type ValuesOf<C, T extends Field['record_type']> = T extends keyof C
  ? NonNullable<C[T]>
  : CustomValues;

/** A record may lack any value: the API requires none, and shows a caller only some. */
export type ShownCustom<V> = { [K in keyof V]?: V[K] };

/** A key that is absent leaves its value; null clears it. */
export type SentCustom<V> = { [K in keyof V]?: V[K] | null | undefined };

/** A list of choices is compared with one of them. */
type Compared<T> = unknown extends T
  ? string | number | boolean
  : T extends readonly (infer One)[]
    ? One
    : T;

/** Lists take one such parameter for each field that is `filterable`; several values match any of them. */
export type CustomFilters<V> = {
  [K in keyof V & string as `cf.${K}`]?: OneOrMany<Compared<NonNullable<V[K]>>> | undefined;
};
