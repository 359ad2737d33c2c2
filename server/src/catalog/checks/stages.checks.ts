// Every stage of a published item says who approves. Whether these people and groups exist is checked with the directory.
import type { Form } from '../../forms/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { nearest } from '../../platform/text.ts';
import type { ApprovalStage } from '../definition/stages.schema.ts';
import { fault, isBlank, quote } from './faults.ts';

type Check = (stage: ApprovalStage, pointer: string, name: string, form: Form) => Fault[];

const peopleFaults: Check = ({ people = [], need }, pointer, name) => {
  if (people.length === 0)
    return [fault(`${pointer}/people`, 'too_few', `Stage ${name} names nobody. Add a person.`)];
  return typeof need === 'number' && need > people.length
    ? [
        fault(
          `${pointer}/need`,
          'too_large',
          `Stage ${name} needs ${need} approvals, but names only ${people.length}.`,
        ),
      ]
    : [];
};

const groupFaults: Check = ({ group = '' }, pointer, name) =>
  isBlank(group)
    ? [fault(`${pointer}/group`, 'required', `Stage ${name} has no group. Choose one.`)]
    : [];

const fieldFaults: Check = ({ field = '' }, pointer, name, form) => {
  const place = `${pointer}/field`;
  if (isBlank(field))
    return [fault(place, 'required', `Stage ${name} has no question that asks for the approver.`)];
  const question = form.find(({ key }) => key === field);
  if (question?.type === 'person') return [];
  const allowed = form.filter(({ type }) => type === 'person').map(({ key }) => key);
  const message = question
    ? `Stage ${name} takes the approver from “${question.label}”, which does not ask for a person.`
    : `Stage ${name} takes the approver from the question ${field}, which does not exist.`;
  return [fault(place, 'not_allowed', message, { allowed, nearest: nearest(field, allowed) })];
};

const checks: Readonly<Record<ApprovalStage['approvers'], readonly Check[]>> = {
  people: [peopleFaults],
  group: [groupFaults],
  manager_of_requester: [],
  field: [fieldFaults, groupFaults],
};

export const stageFaults = (approvals: readonly ApprovalStage[], form: Form): Fault[] =>
  approvals.flatMap((stage, at) => {
    const pointer = `/approvals/${at}`;
    const nameless = isBlank(stage.name)
      ? [fault(`${pointer}/name`, 'blank', `Stage ${at + 1} has no name.`)]
      : [];
    const name = isBlank(stage.name) ? `${at + 1}` : quote(stage.name, 'Stage', at);
    return [
      ...nameless,
      ...checks[stage.approvers].flatMap((check) => check(stage, pointer, name, form)),
    ];
  });
