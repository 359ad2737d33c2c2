import Type, { type Static } from 'typebox';
import { nullable, object } from '../../platform/http/input/schema.ts';
import { exampleContent } from '../items.example.ts';
import { contentSchemas, sentLists } from '../items.schema.ts';

const email = Type.String({ format: 'email', maxLength: 254 });

const answers = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description });

export const CatalogPreview = object(
  {
    item: object(
      { ...Type.Partial(Type.Object(contentSchemas)).properties, ...sentLists },
      {
        title: 'PreviewedCatalogItem',
        description: 'An item that need not be saved or complete.',
      },
    ),
    answers: Type.Optional(answers('Answers by the keys of their questions.')),
    requested_for: Type.Optional(
      nullable(
        Type.String({
          ...email,
          description: 'E-mail address of the person who would order it; by default yours.',
        }),
      ),
    ),
  },
  {
    title: 'CatalogPreview',
    examples: [
      {
        item: exampleContent,
        answers: { model: 'strong' },
        requested_for: 'ben@example.com',
      },
    ],
  },
);
export type CatalogPreview = Static<typeof CatalogPreview>;

const CatalogFault = object(
  {
    pointer: Type.String({ description: 'JSON Pointer to the part.' }),
    code: Type.String({ description: 'As in the errors of a request.' }),
    message: Type.String(),
    allowed: Type.Optional(Type.Array(Type.String())),
    nearest: Type.Optional(Type.String()),
  },
  { title: 'CatalogFault' },
);

export const CatalogPreviewResult = object(
  {
    faults: Type.Array(CatalogFault, {
      description: 'Why the item could not be published, as publishing it would say.',
    }),
    visible: Type.Array(Type.String(), { description: 'Keys of the questions that are shown.' }),
    answers: answers('The answers that a request would store.'),
    answer_faults: Type.Array(CatalogFault, {
      description: 'Why the answers would be refused; the pointers begin with `/answers`.',
    }),
    stages: Type.Array(
      object(
        {
          name: Type.String(),
          approvers: Type.Array(email, {
            description: 'The people who could decide the stage now.',
          }),
        },
        { title: 'CatalogPreviewStage' },
      ),
    ),
    in_audience: Type.Boolean({ description: 'Whether the person could order the item.' }),
  },
  {
    title: 'CatalogPreviewResult',
    examples: [
      {
        faults: [],
        visible: ['model', 'reason'],
        answers: { model: 'strong' },
        answer_faults: [],
        stages: [{ name: 'Manager', approvers: ['ada@example.com'] }],
        in_audience: true,
      },
    ],
  },
);
export type CatalogPreviewResult = Static<typeof CatalogPreviewResult>;
