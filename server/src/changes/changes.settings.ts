// Instance settings determine required approvals, templates of standard changes and freezes.
import Type, { type Static } from 'typebox';
import { may } from '../identity/index.ts';
import type { Fault } from '../platform/errors.ts';
import { object } from '../platform/http/input/schema.ts';
import type { SettingsSection } from '../platform/runtime/settings.ts';
import { ChangeDefaults, type Risk } from './changes.schema.ts';

const MAX_TEMPLATES = 100;
const MAX_FREEZES = 200;

const name = Type.String({ maxLength: 255, pattern: '\\S' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 1, maximum: 10 });

const Template = object({ name, defaults: ChangeDefaults });
export type Template = Static<typeof Template>;

export const Freeze = object({
  name,
  from: time,
  to: time,
  classes: Type.Optional(
    Type.Array(Type.String({ maxLength: 255, pattern: '\\S' }), {
      minItems: 1,
      maxItems: 50,
      description: 'CI classes that the freeze applies to. Applies to all changes if omitted.',
    }),
  ),
});
export type Freeze = Static<typeof Freeze>;

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    change_required_approvals: Record<Risk, number>;
    change_templates: Template[];
    change_freezes: Freeze[];
  }
}

const fault = (pointer: string, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer,
  code,
  message,
});

const repeatedNames = (templates: readonly Template[]): Fault[] =>
  templates.flatMap((one, index) =>
    templates.findIndex((other) => other.name === one.name) === index
      ? []
      : [
          fault(
            `/change_templates/${index}/name`,
            'not_allowed',
            `Another template is named ${one.name}.`,
          ),
        ],
  );

const reversedFreezes = (freezes: readonly Freeze[]): Fault[] =>
  freezes.flatMap(({ from, to }, index) =>
    Date.parse(to) > Date.parse(from)
      ? []
      : [fault(`/change_freezes/${index}/to`, 'too_small', 'to must be after from.')],
  );

type Names = 'change_required_approvals' | 'change_templates' | 'change_freezes';

export const changeSettings: SettingsSection<Names> = {
  defaults: {
    change_required_approvals: { low: 1, medium: 1, high: 1 },
    change_templates: [],
    change_freezes: [],
  },
  fields: {
    change_required_approvals: object(
      { low: count, medium: count, high: count },
      {
        description:
          'How many people must approve a change, by its risk. An emergency change needs one approval.',
      },
    ),
    change_templates: Type.Array(Template, {
      maxItems: MAX_TEMPLATES,
      description:
        'Templates of standard changes, which are approved at once. A change gets the `defaults` for fields that its creator omits.',
    }),
    change_freezes: Type.Array(Freeze, {
      maxItems: MAX_FREEZES,
      description:
        'Periods in which no change should be implemented. A planned window that overlaps a freeze is a conflict. Emergency changes are exempt.',
    }),
  },
  example: {
    change_required_approvals: { low: 1, medium: 1, high: 2 },
    change_templates: [{ name: 'Restart a service', defaults: { risk: 'low' } }],
    change_freezes: [
      {
        name: 'Year end',
        from: '2026-12-20T00:00:00.000Z',
        to: '2027-01-03T00:00:00.000Z',
        classes: ['database'],
      },
    ],
  },
  check: ({ change_templates, change_freezes }) => [
    ...repeatedNames(change_templates),
    ...reversedFreezes(change_freezes),
  ],
  choices: {
    change_templates: {
      schema: Type.Array(Type.String(), {
        description: 'Names of the templates of standard changes, if you may create changes.',
      }),
      example: ['Restart a service'],
      of: ({ change_templates }) => change_templates.map((template) => template.name),
      policy: may('changes.create'),
    },
  },
};
