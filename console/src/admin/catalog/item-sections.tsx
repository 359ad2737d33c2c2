// The parts of an item, from what people see to what is done for them.
import { type ReactNode, useId, useRef } from 'react';
import type { CatalogItem } from '../../api/index.ts';
import type { ConditionField } from '../../conditions/index.ts';
import { GroupField } from '../actions/people-fields.tsx';
import { changeKey } from './form.edits.ts';
import { faultsWithin, firstFault } from './item.faults.ts';
import type { ItemValues, StageValue } from './item.values.ts';
import styles from './item.module.css';
import { AudienceField } from './parts/audience-field.tsx';
import { Basics } from './parts/basics.tsx';
import { StagesField } from './parts/stages-field.tsx';
import { TasksField } from './parts/tasks-field.tsx';
import { Versions } from './parts/versions.tsx';
import { QuestionList } from './questions/question-list.tsx';
import type { ItemEditor } from './use-item-editor.ts';
import type { ItemFaults } from './use-item-faults.ts';

interface SectionProps {
  title: string;
  fault?: string | undefined;
  children: ReactNode;
}

function Section({ title, fault, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {fault !== undefined && (
        <p className={styles.wrong} role="alert">
          {fault}
        </p>
      )}
      {children}
    </section>
  );
}

interface ItemSectionsProps {
  item: CatalogItem | undefined;
  editor: ItemEditor;
  faults: ItemFaults;
  audienceFields: readonly ConditionField[];
  shownVersion: number | undefined;
  onShowVersion: (version: number) => void;
}

/** The stages in which the answer to the question names who approves. */
const stagesNaming =
  (stages: readonly StageValue[]) =>
  (key: string): string[] =>
    stages
      .filter(({ approvers, field }) => approvers === 'field' && field === key)
      .map(({ name }, at) => name.trim() || `stage ${at + 1}`);

export function ItemSections({
  item,
  editor,
  faults,
  audienceFields,
  shownVersion,
  onShowVersion,
}: ItemSectionsProps) {
  const { values, edit } = editor;
  const { own, rows } = faults;
  const box = useRef<HTMLDivElement>(null);
  const change = (part: Partial<ItemValues>) => edit(() => part);
  const renameKey = (id: string, key: string) =>
    edit(({ form, approvals }) => {
      const before = form.find((question) => question.id === id)?.key;
      const next = changeKey(form, id, key);
      if (next === form) return {};
      const renamed = approvals.map((stage) =>
        stage.field === before ? { ...stage, field: key } : stage,
      );
      return { form: next, approvals: renamed };
    });
  return (
    <div ref={box} className={styles.sections}>
      <Section title="In the catalog">
        <Basics
          values={values}
          faults={own}
          onChange={change}
          onEnd={() => box.current?.querySelector<HTMLElement>('[data-label]')?.focus()}
        />
      </Section>
      <Section title="Questions" fault={own.get('/form')}>
        <QuestionList
          form={values.form}
          faults={rows('form')}
          stagesNaming={stagesNaming(values.approvals)}
          onEdit={(next) => edit(({ form }) => ({ form: next(form) }))}
          onKey={renameKey}
        />
      </Section>
      <Section title="Audience">
        <AudienceField
          value={values.audience}
          fields={audienceFields}
          faults={faultsWithin(own, '/audience')}
          onChange={(audience) => change({ audience })}
        />
      </Section>
      <Section title="Approvals" fault={own.get('/approvals')}>
        <StagesField
          value={values.approvals}
          form={values.form}
          faults={rows('approvals')}
          onChange={(approvals) => change({ approvals })}
        />
      </Section>
      <Section title="Work" fault={own.get('/tasks')}>
        <div className={styles.group}>
          <GroupField
            label="Group that fulfils the requests"
            value={values.assignment_group}
            fault={firstFault(own, '/assignment_group')}
            onChange={(group) => change({ assignment_group: group })}
          />
        </div>
        <TasksField
          value={values.tasks}
          faults={rows('tasks')}
          onEdit={(next) => edit(({ tasks }) => ({ tasks: next(tasks) }))}
        />
      </Section>
      {item && (
        <Section title="Published versions">
          <Versions id={item.id} shown={shownVersion} onShow={onShowVersion} />
        </Section>
      )}
    </div>
  );
}
