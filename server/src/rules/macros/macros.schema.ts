import Type, { type Static } from 'typebox';
import { anyOf } from '../../platform/http/output/pagination.ts';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { automatedTypes } from '../../platform/runtime/rule-definitions.ts';
import { resource } from '../../records/index.ts';
import { Actions, MacroId } from '../actions/actions.schema.ts';

export const MAX_MACROS = 500;

const example = {
  id: 'mac_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  name: 'Ask for a screenshot',
  record_type: 'incident',
  group: null,
  actions: [
    { add_note: { visibility: 'public', text: 'Please send us a screenshot of the message.' } },
    { set: { state: 'on_hold', on_hold_reason: 'awaiting_caller' } },
  ],
  active: true,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
};

const name = Type.String({ maxLength: 100, pattern: '\\S' });
const required = {
  name,
  record_type: oneOf(automatedTypes, { description: 'Records of this type. Never changed.' }),
  actions: Actions,
};
const optional = {
  active: Type.Boolean({ description: 'False: nobody can apply the macro.' }),
};
const group = nullable(
  Type.String({
    maxLength: 100,
    pattern: '\\S',
    description: 'The assignment group that uses the macro; null: all. Menus offer its own first.',
  }),
);

const schemas = resource({
  title: 'Macro',
  id: MacroId,
  required,
  optional,
  nullable: { group },
  readOnly: {},
  summary: ['name', 'record_type', 'group', 'actions', 'active', 'created_at', 'updated_at'],
  isDeletable: false,
  update: {
    record_type: Type.Optional(required.record_type),
    actions: Type.Optional(required.actions),
  },
  examples: {
    full: example,
    create: { name: example.name, record_type: example.record_type, actions: example.actions },
    update: { active: false },
  },
});

export const Macro = schemas.Full;
export type Macro = Static<typeof Macro>;
export const MacroSummary = schemas.Summary;
export const MacroCreate = schemas.Create;
export type MacroCreate = Static<typeof MacroCreate>;
export const MacroUpdate = schemas.Update;
export type MacroUpdate = Static<typeof MacroUpdate>;
export const MacroDeleted = schemas.Deleted;

export const macroFilters = {
  record_type: Type.Optional(anyOf(oneOf(automatedTypes), 'Type of the records.')),
  group: Type.Optional(anyOf(Type.String(), 'Name of the assignment group.')),
  active: Type.Optional(oneOf(['true', 'false'], { description: 'Whether it can be applied.' })),
};

export const MacroApplication = object(
  {
    macro_id: MacroId,
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The version of the macro that you saw. If it has another one, nothing is applied.',
      }),
    ),
  },
  { title: 'MacroApplication', examples: [{ macro_id: example.id, version: 1 }] },
);
export type MacroApplication = Static<typeof MacroApplication>;

/** In a bulk job, `version` is that of the record. */
export const BulkMacroApplication = object(
  { macro_id: MacroId },
  { title: 'BulkMacroApplication', examples: [{ macro_id: example.id }] },
);
export type BulkMacroApplication = Static<typeof BulkMacroApplication>;
