// Each action changes a draft. An action that cannot apply is skipped with a reason, and the others go on.
import { ApiError, type Fault } from '../../platform/errors.ts';
import { withMergedCustom } from '../../records/index.ts';
import {
  type ActionName,
  type ActionValue,
  actionNames,
  mailRoles,
  nameOf,
  valueOf,
} from './actions.schema.ts';
import type { Draft, World } from './draft.ts';

type Patch = Readonly<Record<string, unknown>>;

/** Returns the reason for which a request with the patch would fail. */
function reasonOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ApiError)) throw error;
  const [fault] = (error.members['errors'] ?? []) as readonly Fault[];
  return fault
    ? { code: fault.code, message: fault.message }
    : { code: error.code, message: error.message };
}

/** Sets fields by the rules of the request that updates a record. */
function applyPatch(draft: Draft, action: ActionName, patch: Patch, world: World): void {
  const { automation, context } = world;
  const { custom, ...fields } = patch;
  try {
    const next = automation.apply(context, draft.row, fields);
    draft.row =
      custom === undefined
        ? next
        : withMergedCustom(automation.type.type, context, draft.row, { ...next, custom });
  } catch (error) {
    draft.skipped.push({ action, ...reasonOf(error) });
  }
}

const rolesOf = ({ automation }: World): string[] => Object.keys(automation.type.notes.editors);

async function assign(draft: Draft, value: ActionValue<'assign'>, world: World): Promise<void> {
  const skip = (code: string, message: string) =>
    draft.skipped.push({ action: 'assign', code, message });
  const { to, group, person } = value;
  if (to === 'person' || to === 'group') {
    const patch = {
      ...(group !== undefined && { assignment_group: group }),
      ...(to === 'person' && { assigned_to: person }),
    };
    const misfit = await world.misfit(patch);
    if (misfit) skip(misfit.code, misfit.message);
    else applyPatch(draft, 'assign', patch, world);
    return;
  }
  const choice = await world.choose(to, group ?? '', rolesOf(world));
  if (!choice) {
    skip('unknown_group', `No group has the name ${group}.`);
    return;
  }
  const patch = {
    assignment_group: choice.group,
    ...(choice.person !== null && { assigned_to: choice.person }),
  };
  applyPatch(draft, 'assign', patch, world);
  if (choice.person === null)
    skip(
      'nobody_available',
      `Nobody in ${choice.group} is available: all members are away, inactive or at their capacity. The group is assigned.`,
    );
}

const ASSIGNMENT = ['assigned_to', 'assignment_group'] as const;

/** With the setting `assignable_only` a request that assigns somebody who cannot work on the record fails. */
async function set(draft: Draft, patch: Patch, world: World): Promise<void> {
  const assigned = ASSIGNMENT.filter(
    (field) => (patch[field] ?? null) !== null && patch[field] !== draft.row[field],
  );
  const misfit =
    assigned.length > 0 && world.context.settings.assignable_only
      ? await world.misfit(Object.fromEntries(assigned.map((field) => [field, patch[field]])))
      : undefined;
  if (misfit) draft.skipped.push({ action: 'set', code: misfit.code, message: misfit.message });
  else applyPatch(draft, 'set', patch, world);
}

/** Rules of one update add at most this many notes and messages together; people could not read more. */
const MAX_TEXTS = 20;

function hasRoom(draft: Draft, action: ActionName, { room }: World): boolean {
  if (room.texts < MAX_TEXTS) {
    room.texts += 1;
    return true;
  }
  const message = `One update adds at most ${MAX_TEXTS} notes and messages by rules.`;
  draft.skipped.push({ action, code: 'too_many', message });
  return false;
}

type Run<Name extends ActionName> = (
  draft: Draft,
  value: ActionValue<Name>,
  world: World,
) => void | Promise<void>;

const isRole = (one: string): boolean => (mailRoles as readonly string[]).includes(one);

const runs: { readonly [Name in ActionName]: Run<Name> } = {
  set,
  assign,
  add_note: (draft, note, world) => {
    if (hasRoom(draft, 'add_note', world)) draft.notes.push(note);
  },
  notify: (draft, { users = [], groups = [], text }, world) => {
    if (hasRoom(draft, 'notify', world))
      draft.messages.push({ action: 'notify', people: users, groups, text });
  },
  mail: (draft, { to, template }, world) => {
    if (!hasRoom(draft, 'mail', world)) return;
    const people = to.filter((one) => !isRole(one));
    draft.messages.push({ action: 'mail', people, groups: to.filter(isRole), ...template });
  },
  apply_macro: async (draft, { macro_id }, world) => {
    const macro = world.macros.get(macro_id);
    if (macro?.record_type === world.automation.type.type)
      await applyActions(draft, macro.actions, world);
    else
      draft.skipped.push({
        action: 'apply_macro',
        code: 'unknown_macro',
        message: `There is no active macro ${macro_id} for these records.`,
      });
  },
  add_watcher: (draft, { users }) => {
    draft.watchers.push(...users.filter((one) => !draft.watchers.includes(one)));
  },
};

export async function applyActions(
  draft: Draft,
  actions: readonly object[],
  world: World,
): Promise<void> {
  for (const action of actions) {
    const name = nameOf(action);
    // A stored action of a later release is unknown to this one.
    if (!actionNames.includes(name)) continue;
    const done = runs[name](draft, valueOf(action, name) as never, world);
    if (done) await done;
  }
}

/** Whether the draft has any effect but on the row. */
export const hasEffects = ({ notes, messages, watchers, skipped }: Draft): boolean =>
  notes.length + messages.length + watchers.length + skipped.length > 0;
