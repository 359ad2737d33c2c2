// Requests may leave out members of a question that have a default; responses have every member.
import Type from 'typebox';
import { Condition } from '../../conditions/index.ts';
import {
  MAX_CHOSEN,
  MAX_QUESTIONS,
  type Question as FormQuestion,
  questionTypes,
} from '../../forms/index.ts';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { KEY_PATTERN } from '../../records/index.ts';

const { title: _, examples: __, ...untitled } = Condition as unknown as Record<string, unknown>;

/** A condition with a title is a component, which cannot be null. */
export const conditionOrNull = (description: string) =>
  nullable(Type.Unsafe<Condition>({ ...untitled, description }));

export const keyOf = (description: string) =>
  Type.String({ pattern: `^${KEY_PATTERN}$`, example: 'model', description });

const Choice = object({
  value: Type.String({ maxLength: 100, description: 'The stored answer. Unique.' }),
  label: Type.String({ maxLength: 255, description: 'The name of the choice that people read.' }),
});

const given = {
  key: keyOf('Name of the answer. Unique within the form.'),
  label: Type.String({
    maxLength: 255,
    description: 'The question as people read it. Required to publish.',
  }),
  type: oneOf(questionTypes, { description: 'Type of the answer.' }),
};

const defaulted = {
  help: nullable(Type.String({ maxLength: 1000, description: 'Help below the question.' })),
  choices: Type.Array(Choice, {
    maxItems: MAX_CHOSEN,
    description: 'The answers of a `choice` or `choices`, in their order; empty for other types.',
  }),
  required: Type.Boolean({
    description: 'Whether the question needs an answer while it is shown.',
  }),
  default: Type.Unsafe<unknown>({
    description: 'The answer if none is sent, of the type of the question; null: none.',
  }),
  show_if: conditionOrNull(
    'The question is shown only if this holds; null: always. A `field` is the key of an earlier question. An answer to a hidden question is dropped.',
  ),
};

const list = <T extends Type.TSchema>(item: T) =>
  Type.Array(item, {
    maxItems: MAX_QUESTIONS,
    description: 'The questions in their order. An update replaces all of them.',
  });

export const Form = Type.Unsafe<readonly FormQuestion[]>(
  list(object({ ...given, ...defaulted }, { title: 'CatalogQuestion' })),
);

export const FormSent = list(
  object(
    { ...given, ...Type.Partial(Type.Object(defaulted)).properties },
    { title: 'CatalogQuestionSent' },
  ),
);
