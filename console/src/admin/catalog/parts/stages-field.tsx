// Approval stages decide one after another.
import type { ApprovalStage } from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { AddIcon } from '../../../ui/icons.ts';
import { GroupField, PeopleField } from '../../actions/people-fields.tsx';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import { type Faults, firstFault, NO_FAULTS } from '../item.faults.ts';
import { newStage, type StageValue } from '../item.values.ts';
import type { FormValue } from '../question.values.ts';
import styles from './parts.module.css';
import { moveRow, RowFrame } from './row-frame.tsx';
import { useAddedRow } from './use-added-row.ts';

const MAX_STAGES = 10;

const approvers: Readonly<Record<ApprovalStage['approvers'], string>> = {
  manager_of_requester: 'The manager of the requester',
  people: 'Named people',
  group: 'Members of a group',
  field: 'The person whom an answer names',
};

const needs: Readonly<Record<StageValue['need'], string>> = {
  any: 'One of them',
  all: 'All of them',
  some: 'So many of them',
};

interface StageFieldsProps {
  stage: StageValue;
  at: number;
  form: FormValue;
  faults: Faults;
  onChange: (part: Partial<StageValue>) => void;
}

function FieldSelect({ stage, form, faults, onChange }: StageFieldsProps) {
  const people = form.filter(({ type, key }) => type === 'person' && key !== '');
  const isKnown = people.some(({ key }) => key === stage.field);
  const options = {
    ...(!isKnown && { [stage.field]: stage.field === '' ? 'Choose a question' : stage.field }),
    ...Object.fromEntries(people.map(({ key, label }) => [key, label])),
  };
  const gone =
    stage.field !== '' && !isKnown ? 'No question of the type person has this key.' : undefined;
  return (
    <SelectField
      label="Question"
      value={stage.field}
      options={options}
      fault={gone ?? firstFault(faults, '/field')}
      onChange={(field) => onChange({ field })}
    />
  );
}

function StageFields(props: StageFieldsProps) {
  const { stage, at, faults, onChange } = props;
  const { approvers: kind, need } = stage;
  return (
    <>
      <TextField
        label={`Name of stage ${at + 1}`}
        value={stage.name}
        maxLength={255}
        fault={firstFault(faults, '/name')}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label="Who decides"
        value={kind}
        options={approvers}
        fault={firstFault(faults, '/approvers')}
        onChange={(next) => onChange({ approvers: next as StageValue['approvers'] })}
      />
      {kind === 'people' && (
        <PeopleField
          label="People"
          value={stage.people}
          fault={firstFault(faults, '/people')}
          onChange={(people) => onChange({ people })}
        />
      )}
      {kind === 'field' && <FieldSelect {...props} />}
      {(kind === 'group' || kind === 'field') && (
        <GroupField
          label={kind === 'group' ? 'Group' : 'Group of which the person is a member'}
          value={stage.group}
          fault={firstFault(faults, '/group')}
          onChange={(group) => onChange({ group })}
        />
      )}
      {(kind === 'people' || kind === 'group') && (
        <SelectField
          label="Approvals needed"
          value={need}
          options={needs}
          fault={firstFault(faults, '/need')}
          onChange={(next) => onChange({ need: next as StageValue['need'] })}
        />
      )}
      {need === 'some' && (kind === 'people' || kind === 'group') && (
        <TextField
          label="How many"
          type="number"
          value={stage.count}
          onChange={(count) => onChange({ count })}
        />
      )}
    </>
  );
}

interface StagesFieldProps {
  value: readonly StageValue[];
  form: FormValue;
  /** Messages by the ids of stages. */
  faults: ReadonlyMap<string, Faults>;
  onChange: (stages: readonly StageValue[]) => void;
}

export function StagesField({ value, form, faults, onChange }: StagesFieldProps) {
  const { list, focusRow } = useAddedRow();
  const restoring = useRestoredFocus(value.map(({ id }) => id).join());
  return (
    <>
      <p className={styles.hint}>
        {value.length === 0
          ? 'Without a stage, every request is approved at once.'
          : 'The stages decide one after another. One rejection ends the request.'}
      </p>
      <ol ref={list} className={styles.rows} aria-label="Approval stages" {...restoring}>
        {value.map((stage, at) => (
          <RowFrame
            key={stage.id}
            id={stage.id}
            noun="stage"
            at={at}
            count={value.length}
            fault={undefined}
            onMove={(to) => onChange(moveRow(value, at, to))}
            onRemove={() => {
              onChange(value.toSpliced(at, 1));
              focusRow((value[at + 1] ?? value[at - 1])?.id);
            }}
          >
            <StageFields
              stage={stage}
              at={at}
              form={form}
              faults={faults.get(stage.id) ?? NO_FAULTS}
              onChange={(part) => onChange(value.with(at, { ...stage, ...part }))}
            />
          </RowFrame>
        ))}
      </ol>
      <div>
        <Button
          icon={<AddIcon />}
          unavailable={
            value.length >= MAX_STAGES ? `An item has at most ${MAX_STAGES} stages.` : undefined
          }
          onClick={() => {
            const added = newStage();
            onChange([...value, added]);
            focusRow(added.id);
          }}
        >
          Add a stage
        </Button>
      </div>
    </>
  );
}
