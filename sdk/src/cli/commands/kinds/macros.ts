// Macros are applied by their id or their name.
import type { Signalbox } from '../../../index.ts';
import { usageError } from '../../exit-codes.ts';

type RecordType = 'incident' | 'change' | 'request';

interface Given {
  macro_id: string;
}

const MACRO_ID = /^mac_/;

/** Throws a usage error unless exactly one active macro of the type has the name. */
async function idOfMacro(client: Signalbox, type: RecordType, given: string): Promise<string> {
  if (MACRO_ID.test(given)) return given;
  const names: string[] = [];
  for await (const { id, name } of client.macros.list({ record_type: [type], active: 'true' })) {
    if (name.toLowerCase() === given.toLowerCase()) return id;
    names.push(name);
  }
  throw usageError(
    `There is no macro “${given}” for records of the type ${type}.`,
    `There are: ${names.join(', ') || 'none'}.`,
  );
}

/** Names the action as the others of its type; `send` gets the id of the macro. */
export const macroAction = <Saved, Options>(
  type: RecordType,
  operationId: string,
  send: (client: Signalbox, id: string, body: Given, options: Options) => PromiseLike<Saved>,
) => ({
  verb: 'apply-macro',
  summary: 'Apply a macro to',
  description: 'Applies the actions of a macro in one update. `timeline` shows what was skipped.',
  operationId,
  args: [{ name: 'macro', summary: 'Name or id of the macro', parameter: 'macro_id' }],
  examples: ['"Ask for a screenshot"'],
  send: async (client: Signalbox, id: string, { macro_id }: Given, options: Options) =>
    send(client, id, { macro_id: await idOfMacro(client, type, macro_id) }, options),
});
