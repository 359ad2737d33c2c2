import Type, { type Static } from 'typebox';
import { idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { anyOf, listEnvelope, searchParameter } from '../platform/http/output/pagination.ts';
import { resource } from '../records/index.ts';
import { conditionOrNull, Form, FormSent } from './definition/form.schema.ts';
import { Stages, StagesSent } from './definition/stages.schema.ts';
import { Tasks, TasksSent } from './definition/tasks.schema.ts';
import { example, exampleContent } from './items.example.ts';
import { icons } from './icons.ts';
import { states } from './items.states.ts';

export const MAX_ITEMS = 500;
const MAX_DESCRIPTION = 65_536;

export const CatalogItemId = idText('Catalog item ids', {
  pattern: '^CAT[0-9A-Z]{7}$',
  example: 'CAT0000001',
  description: 'Assigned by the service: CAT and seven characters.',
});

const line = (description: string) => Type.String({ maxLength: 255, pattern: '\\S', description });

const required = {
  name: line('One line that says what one can ask for.'),
  category: line('Items are listed by category.'),
};
const optional = { form: Form, approvals: Stages, tasks: Tasks };
const nullables = {
  summary: nullable(
    Type.String({ maxLength: 1000, description: 'A few sentences to show in lists.' }),
  ),
  description: nullable(
    Type.String({ maxLength: MAX_DESCRIPTION, description: 'Markdown, shown above the form.' }),
  ),
  icon: nullable(oneOf(icons, { description: 'Name of a drawing; null: none.' })),
  audience: conditionOrNull(
    'A condition on the user record of the person it is for, whose fields are named `requester.<field>`, such as `requester.department`: only these people may order the item. Null: everyone.',
  ),
  assignment_group: nullable(
    Type.String({ maxLength: 255, description: 'Name of the group that fulfils the requests.' }),
  ),
};

/** Every part that a publication makes live. */
export const contentSchemas = { ...required, ...nullables, ...optional };

/** Questions, stages and tasks as requests send them. */
export const sentLists = {
  form: Type.Optional(FormSent),
  approvals: Type.Optional(StagesSent),
  tasks: Type.Optional(TasksSent),
};

const Pending = object(
  {
    ...Type.Partial(Type.Object(contentSchemas)).properties,
    by: Type.String({ description: 'E-mail address of the last editor.' }),
    at: Type.String({ format: 'date-time' }),
  },
  {
    description:
      'The fields of a revision that nobody has published yet, with their new values; null if there is none. Not shown to requesters.',
  },
);

const schemas = resource({
  title: 'CatalogItem',
  id: CatalogItemId,
  required,
  optional,
  nullable: nullables,
  readOnly: {
    state: oneOf(states, {
      description: 'Changed by the actions publish and retire, not by PATCH.',
    }),
    published_version: nullable(
      Type.Integer({ description: 'The version of the last publication; null: never published.' }),
    ),
    pending_revision: Type.Boolean({
      description: 'True if a revision of the published item waits to be published.',
    }),
    pending: Type.Optional(nullable(Pending)),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States to which you can move the item now, each by its action.',
    }),
  },
  summary: [
    'name',
    'category',
    'summary',
    'icon',
    'state',
    'published_version',
    'pending_revision',
    'created_at',
    'updated_at',
  ],
  create: sentLists,
  update: sentLists,
  isDeletable: false,
  examples: {
    full: example,
    create: exampleContent,
    update: { summary: 'A laptop with everything that you need to begin.' },
  },
});

export const CatalogItem = schemas.Full;
export type CatalogItem = Static<typeof CatalogItem>;
export const CatalogItemCreate = schemas.Create;
export type CatalogItemCreate = Static<typeof CatalogItemCreate>;
export const CatalogItemUpdate = schemas.Update;
export type CatalogItemUpdate = Static<typeof CatalogItemUpdate>;

export const CatalogItemList = listEnvelope(schemas.Summary, 'CatalogItemList', { total: true });

export const catalogItemFilters = {
  q: searchParameter(['id', 'name', 'category', 'summary', 'description']),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  category: Type.Optional(anyOf(Type.String({ minLength: 1, maxLength: 255 }), 'Category.')),
  orderable: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'If true, lists only items that you may order: published, with you in the audience.',
    }),
  ),
};
