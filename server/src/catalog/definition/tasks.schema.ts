// Templates of the tasks by which an approved request is fulfilled.
import Type from 'typebox';
import { nullable, object } from '../../platform/http/input/schema.ts';
import { keyOf } from './form.schema.ts';

const MAX_TASKS = 50;
const YEAR_HOURS = 8760;

export interface TaskTemplate {
  key: string;
  name: string;
  assignment_group: string | null;
  assigned_to: string | null;
  /** Keys of tasks that come first. */
  depends_on: readonly string[];
  due_in_hours: number | null;
}

const given = {
  key: keyOf('Names the task in `depends_on`. Unique within the item.'),
  name: Type.String({ maxLength: 255, description: 'Says what to do. Required to publish.' }),
};

const defaulted = {
  assignment_group: nullable(
    Type.String({ maxLength: 255, description: 'Name of the group that does it.' }),
  ),
  assigned_to: nullable(
    Type.String({
      format: 'email',
      maxLength: 254,
      description: 'E-mail address of the assignee.',
    }),
  ),
  depends_on: Type.Array(Type.String({ maxLength: 40 }), {
    maxItems: MAX_TASKS,
    uniqueItems: true,
    description: 'Keys of the tasks that must be done or skipped before, without a cycle.',
  }),
  due_in_hours: nullable(
    Type.Integer({
      minimum: 1,
      maximum: YEAR_HOURS,
      description: 'Hours from the approval until it is due.',
    }),
  ),
};

const list = <T extends Type.TSchema>(item: T) =>
  Type.Array(item, {
    maxItems: MAX_TASKS,
    description: 'Created when a request is approved. An update replaces all templates.',
  });

export const Tasks = Type.Unsafe<readonly TaskTemplate[]>(
  list(object({ ...given, ...defaulted }, { title: 'CatalogTask' })),
);

export const TasksSent = list(
  object(
    { ...given, ...Type.Partial(Type.Object(defaulted)).properties },
    { title: 'CatalogTaskSent' },
  ),
);
