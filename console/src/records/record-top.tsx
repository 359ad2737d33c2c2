// The top of a record has its header with the steps, the question of a step, and a conflict.
import type { ReactNode } from 'react';
import type { RecordType } from '../api/index.ts';
import { Neighbours, RecordHeader } from './header/header.tsx';
import { MoreMenu } from './header/more-menu.tsx';
import { StepBar, StepForm, StepPanel } from './header/steps.tsx';
import { TitleEditor } from './header/title-editor.tsx';
import { Macros } from './macros/macro-menu.tsx';
import { recordTypeOf } from './record-types.ts';
import { ConflictPanel } from './saving/conflict-panel.tsx';
import { RecordNotices } from './saving/record-notices.tsx';
import type { RecordState } from './use-record.ts';

interface RecordTopProps<T extends RecordType> {
  page: RecordState<T>;
  facts: ReactNode;
  /** The notice says what is special about the record now. */
  notice?: ReactNode;
  /** The end appears before the buttons for the previous and next record. */
  end?: ReactNode;
}

/** Asks the question of the chosen step, below the header. */
const AskedStep = <T extends RecordType>({ page }: { page: RecordState<T> }) =>
  page.asked ? (
    <StepPanel label={page.asked.label} onCancel={page.stopAsking}>
      <StepForm
        key={page.asked.id}
        step={page.asked}
        drafts={page.drafts.transition}
        onTake={page.take}
        onCancel={page.stopAsking}
      />
    </StepPanel>
  ) : null;

export function RecordTop<T extends RecordType>({ page, facts, notice, end }: RecordTopProps<T>) {
  const { ref, record, asked } = page;
  const { titleField, hasEditor } = recordTypeOf(ref.type);
  const title = String(record[titleField]);
  return (
    <>
      <title>{`${ref.id} ${title} – Signalbox`}</title>
      <RecordHeader
        id={ref.id}
        onBack={page.back}
        title={
          <TitleEditor
            title={title}
            version={record.version}
            mayEdit={page.mayEdit && !hasEditor}
            isEditing={page.editing === titleField}
            onEdit={(isEditing) => page.edit(isEditing ? titleField : undefined)}
            onSave={(next, base) => page.save({ [titleField]: next }, base)}
          />
        }
        end={
          <>
            {end}
            <Macros page={page} />
            <Neighbours {...page.neighbours} />
            <MoreMenu page={page} />
          </>
        }
        facts={facts}
        steps={!asked && <StepBar steps={page.steps} pending={page.pending} onStep={page.onStep} />}
      />
      {notice}
      <RecordNotices
        record={ref}
        current={record}
        me={page.me?.email ?? ''}
        editing={page.editing ?? asked?.id}
      />
      <AskedStep page={page} />
      {page.conflict && <ConflictPanel conflict={page.conflict} onSettle={page.settle} hasFocus />}
    </>
  );
}
