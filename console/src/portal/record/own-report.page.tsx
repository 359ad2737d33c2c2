// The page of a report, for the person who has the trouble.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Incident, Me } from '../../api/index.ts';
import { FixedQuestion } from './fixed-question.tsx';
import { OwnRecord } from './own-record.tsx';
import { useWithdrawReport } from './own-actions.ts';
import { reportSteps } from './progress.ts';
import { RecordView } from './record-view.tsx';
import { ReplyBox } from './reply-box.tsx';
import { ReportAgain } from './report-again.tsx';
import { reportWords } from './status.words.ts';
import { useReply } from './use-reply.ts';
import { Withdraw } from './withdraw.tsx';

const route = getRouteApi('/incidents/$id');

interface PartProps {
  report: Incident;
  me: Me;
}

const refOf = ({ id }: Incident) => ({ type: 'incident', id }) as const;

const isAwaited = ({ state, on_hold_reason }: Incident): boolean =>
  state === 'on_hold' && on_hold_reason === 'awaiting_caller';

function WriteToUs({ report, me }: PartProps) {
  const reply = useReply(refOf(report), me.email);
  const isAsked = isAwaited(report);
  return (
    <ReplyBox
      reply={reply}
      label={isAsked ? 'We need your answer' : 'Write to us'}
      placeholder={isAsked ? 'Your answer' : 'Your message'}
      isAwaited={isAsked}
      onSend={reply.send}
    />
  );
}

const again =
  (text: string) =>
  ({ report, me }: PartProps) => (
    <ReportAgain me={me} title={report.short_description} text={text} />
  );

/** An ended report offers something else than a message. */
const docks: Partial<Record<Incident['state'], (props: PartProps) => ReactNode>> = {
  resolved: ({ report, me }) => <FixedQuestion record={refOf(report)} me={me.email} />,
  closed: again('Thank you. If it happens again, tell us.'),
  cancelled: again('Do you need help after all?'),
};

function WithdrawReport({ report }: { report: Incident }) {
  const withdraw = useWithdrawReport(refOf(report), report.version);
  return (
    <Withdraw
      label="I no longer need help"
      question="Withdraw your report?"
      detail="Nobody will look at it any more. You can report it again at any time."
      action={withdraw}
    />
  );
}

function Report({ report, me }: PartProps) {
  const { opened_by: opener, created_at, short_description: title, description } = report;
  const Dock = docks[report.state] ?? WriteToUs;
  return (
    <RecordView
      record={refOf(report)}
      me={me.email}
      opening={{ opener, created_at, title, description }}
      words={reportWords(report)}
      isAsked={isAwaited(report) || report.state === 'resolved'}
      stepsOf={(entries) => reportSteps(report, entries, me.email)}
      actions={
        report.allowed_transitions.includes('cancelled') && <WithdrawReport report={report} />
      }
    >
      <Dock report={report} me={me} />
    </RecordView>
  );
}

export function OwnReportPage() {
  const { id } = route.useParams();
  return (
    <OwnRecord key={id} record={{ type: 'incident', id }}>
      {(report, me) => <Report report={report} me={me} />}
    </OwnRecord>
  );
}
