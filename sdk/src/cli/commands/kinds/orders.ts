// A service request for an item of the catalog is an order. The form of the item decides the types of its answers.
import { type CatalogItem, type CatalogQuestion, SignalboxError } from '../../../index.ts';
import type { OptionSpec } from '../../command.ts';
import { type Assignment, splitAssignments } from '../../custom/assignments.ts';
import { readValue } from '../../custom/values.ts';
import { CliError, usageError } from '../../exit-codes.ts';
import { nearest } from '../../../nearest.ts';
import type { FieldWrite } from './record-kind.ts';

export const answerOption: OptionSpec = {
  value: 'key=value',
  isRepeatable: true,
  parameter: 'answers',
  summary:
    'Answer a question of the item; may be given several times, and once for each of several choices. An empty value is no answer, and - reads a long text from stdin',
};

const ITEM_ID = /^CAT[0-9A-Z]{7}$/i;

type Completion = Parameters<NonNullable<FieldWrite<never>['complete']>>[1];

async function readItem(id: string, { client, invocation }: Completion): Promise<CatalogItem> {
  try {
    return await client.catalogItems.get(id, { signal: invocation.signal });
  } catch (error) {
    if (!SignalboxError.is(error, 'not_found')) throw error;
    const { code, requestId } = error;
    throw new CliError(
      { exit: 'notFound', code, requestId },
      `--item: there is no item ${id} that you may order.`,
      'Run `signalbox catalog list` for all items.',
    );
  }
}

function questionOf({ id, form }: CatalogItem, key: string): CatalogQuestion {
  const question = form.find((one) => one.key === key);
  if (question) return question;
  const keys = form.map((one) => one.key);
  const near = nearest(key, keys);
  throw usageError(
    `--answer: ${id} has no question ${key}. ${keys.length > 0 ? `Its questions: ${keys.join(', ')}.` : 'It asks nothing.'}`,
    ...(near ? [`Did you mean ${near}?`] : []),
    `Run \`signalbox catalog show ${id}\` for its form.`,
  );
}

function readText(question: CatalogQuestion, text: string): unknown {
  try {
    return readValue(question, text);
  } catch (error) {
    throw usageError(`--answer ${question.key}: “${question.label}” ${(error as Error).message}.`);
  }
}

/** Only a question with several choices is answered several times; each answer may have choices separated by commas. */
async function readAnswers(
  item: CatalogItem,
  given: readonly Assignment[],
  { readStdin }: Completion,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [key, text] of given) {
    const question = questionOf(item, key);
    const isInput = text === '-' && question.type === 'long_text';
    const value = text === '' ? null : readText(question, isInput ? await readStdin() : text);
    const earlier = answers[key];
    if (earlier !== undefined && question.type !== 'choices')
      throw usageError(`--answer: “${question.label}” has one answer, but ${key} is given twice.`);
    answers[key] =
      Array.isArray(earlier) && Array.isArray(value)
        ? [...new Set([...(earlier as unknown[]), ...(value as unknown[])])]
        : value;
  }
  return answers;
}

/** The id of an item takes the place of the summary, which is the name of the item then. */
export const completeOrder: NonNullable<FieldWrite<never>['complete']> = async (body, given) => {
  const answers = splitAssignments(given.invocation, 'answer', 'model=standard');
  const { item, ...rest } = body;
  if (typeof item === 'string' && ITEM_ID.test(item)) {
    const found = await readItem(item.toUpperCase(), given);
    return { ...rest, item_id: found.id, answers: await readAnswers(found, answers, given) };
  }
  if (answers.length > 0)
    throw usageError(
      '--answer needs the id of an item of the catalog, such as --item CAT0000001.',
      'Run `signalbox catalog list` for all items.',
    );
  if (body['short_description'] === undefined)
    throw usageError(
      'signalbox requests create needs <summary>, or --item with the id of an item of the catalog.',
      'For example: signalbox requests create --item CAT0000001 --answer model=standard',
    );
  return body;
};
