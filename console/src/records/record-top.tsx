// The top of a record: its header with the steps, what a step asks for, and a conflict.
import { type ReactNode, useState } from 'react';
import type { RecordType } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { DialogFooter } from '../ui/overlays/dialog.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';
import { Neighbours, RecordHeader } from './header/header.tsx';
import { StepBar } from './header/step-bar.tsx';
import { StepPanel } from './header/step-panel.tsx';
import { TitleEditor } from './header/title-editor.tsx';
import { ConflictPanel } from './saving/conflict-panel.tsx';
import type { RecordState, Step } from './use-record.ts';

interface RecordTopProps<T extends RecordType> {
  page: RecordState<T>;
  /** The field that is the title, and its value. */
  title: string;
  titleField?: string;
  version: number;
  facts: ReactNode;
  end?: ReactNode;
  neighbours: Parameters<typeof Neighbours>[0];
}

function StepForm<T extends RecordType>({ step, page }: { step: Step<T>; page: RecordState<T> }) {
  const [text, setText] = useState(() => page.drafts.transition.read()?.text ?? '');
  const { label, asks } = step;
  const isMissing = text.trim() === '' && !asks?.isOptional;
  const send = () => {
    if (!isMissing) page.take(step, text.trim());
  };
  return (
    <>
      <TextArea
        label={asks?.label ?? label}
        value={text}
        onChange={(next) => {
          setText(next);
          page.drafts.transition.write({ text: next });
        }}
        onSend={send}
        hasFocus
        rows={5}
      />
      <DialogFooter>
        <Button
          look="primary"
          label={label}
          keys={['mod+Enter']}
          unavailable={isMissing ? 'Write it first.' : undefined}
          onClick={send}
        >
          {label}
        </Button>
      </DialogFooter>
    </>
  );
}

export function RecordTop<T extends RecordType>({
  page,
  title,
  titleField = 'short_description',
  version,
  facts,
  end,
  neighbours,
}: RecordTopProps<T>) {
  return (
    <>
      <title>{`${page.ref.id} ${title} – Signalbox`}</title>
      <RecordHeader
        id={page.ref.id}
        onBack={page.back}
        title={
          <TitleEditor
            title={title}
            version={version}
            mayEdit={page.mayEdit}
            isEditing={page.editing === titleField}
            onEdit={(isEditing) => page.edit(isEditing ? titleField : undefined)}
            onSave={(next, base) => page.save({ [titleField]: next }, base)}
          />
        }
        end={
          <>
            <Neighbours {...neighbours} />
            {end}
          </>
        }
        facts={facts}
        steps={<StepBar steps={page.steps} pending={page.pending} onStep={page.onStep} />}
      />
      {page.asked && (
        <StepPanel label={page.asked.label} onCancel={page.stopAsking}>
          <StepForm key={page.asked.id} step={page.asked} page={page} />
        </StepPanel>
      )}
      {page.conflict && <ConflictPanel conflict={page.conflict} onSettle={page.settle} hasFocus />}
    </>
  );
}
