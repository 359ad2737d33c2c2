// A card shows custom values by their labels, after the fields of the record type.
import { SignalboxError, type Signalbox } from '../../index.ts';
import type { Card } from '../terminal/card.ts';
import type { CustomizedKind } from './assignments.ts';
import { type Definitions, definitionsOf } from './definitions.ts';
import { valueText } from './values.ts';

interface Customized {
  custom?: Record<string, unknown>;
}

const none: Definitions = new Map();

/** A record that was read or saved is shown with keys instead of labels if the definitions cannot be read. */
const readLabels = (client: Signalbox, type: Parameters<typeof definitionsOf>[1]) =>
  definitionsOf(client, type).catch((error: unknown) => {
    if (error instanceof SignalboxError) return none;
    throw error;
  });

export async function withCustomValues(
  card: Card,
  record: object,
  { customType }: CustomizedKind,
  client: Signalbox,
): Promise<Card> {
  const { custom = {} } = record as Customized;
  if (customType === undefined || Object.keys(custom).length === 0) return card;
  const definitions = await readLabels(client, customType);
  const keys = new Set([...definitions.keys(), ...Object.keys(custom)]);
  const shown = [...keys].map((key) => {
    const field = definitions.get(key);
    const isText = field?.type === 'long_text';
    return { isText, line: [field?.label ?? key, valueText(field, custom[key])] as const };
  });
  const linesOf = (texts: boolean) =>
    shown.flatMap(({ isText, line }) => (isText === texts ? [line] : []));
  return {
    ...card,
    fields: [...card.fields, ...linesOf(false)],
    texts: [...(card.texts ?? []), ...linesOf(true)],
  };
}
