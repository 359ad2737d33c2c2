// Approval stages of a catalog item, which decide one after another.
import Type from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';

const MAX_STAGES = 10;
const MAX_PEOPLE = 50;

const approverKinds = ['people', 'group', 'manager_of_requester', 'field'] as const;

export interface ApprovalStage {
  name: string;
  approvers: (typeof approverKinds)[number];
  /** E-mail addresses, if the approvers are `people`. */
  people?: readonly string[];
  /** Its members are the approvers, or those whom a `field` may name. */
  group?: string;
  /** Key of the question whose answer names the approver. */
  field?: string;
  need: 'any' | 'all' | number;
}

const email = Type.String({ format: 'email', maxLength: 254 });

const members = {
  name: Type.String({ maxLength: 255, description: 'Required to publish.' }),
  approvers: oneOf(approverKinds, {
    description:
      '`people`: those in `people`. `group`: the members of `group` when the stage begins. `manager_of_requester`: the manager of the person whom the request is for. `field`: the person whom the answer to `field` names, who must be a member of `group`.',
  }),
  people: Type.Optional(
    Type.Array(email, {
      maxItems: MAX_PEOPLE,
      uniqueItems: true,
      description: 'E-mail addresses, for `people`.',
    }),
  ),
  group: Type.Optional(
    Type.String({ maxLength: 255, description: 'Name of a group, for `group` and `field`.' }),
  ),
  field: Type.Optional(
    Type.String({ maxLength: 40, description: 'Key of a question of type person, for `field`.' }),
  ),
};

const need = Type.Unsafe<ApprovalStage['need']>({
  type: ['string', 'integer'],
  pattern: '^(any|all)$',
  minimum: 1,
  maximum: MAX_PEOPLE,
  example: 'any',
  description:
    'How many approve: `any` one of them, `all` of them, or so many, but never more than there are. One rejection rejects the request.',
});

const list = <T extends Type.TSchema>(item: T) =>
  Type.Array(item, {
    maxItems: MAX_STAGES,
    description:
      'The stages in their order; without one, a request is approved at once. Members that `approvers` does not use are dropped. An update replaces all stages.',
  });

export const Stages = Type.Unsafe<readonly ApprovalStage[]>(
  list(object({ ...members, need }, { title: 'CatalogStage' })),
);

export const StagesSent = list(
  object({ ...members, need: Type.Optional(need) }, { title: 'CatalogStageSent' }),
);
