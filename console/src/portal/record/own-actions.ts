// An employee confirms that it works, says that it does not, or withdraws what they asked for.
import { useMutation } from '@tanstack/react-query';
import {
  confirmIncident,
  type NotedRef,
  queryClient,
  recordQuery,
  type RecordRef,
  type RecordType,
  type RecordTypes,
  sendNote,
  type ServiceRequest,
  serviceRequestActions,
  updateRecord,
} from '../../api/index.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import {
  acceptRecord,
  type ApprovalDecision,
  attachmentsOf,
  refreshRecord,
} from '../../records/index.ts';

type ReportRef = NotedRef & RecordRef<'incident'>;

/**
 * Shows the record that the service returned, and reads the conversation again. The button that was pressed is gone
 * then, so the focus goes to the title, above the sentence that has changed.
 */
function useOwnAction<T extends RecordType, Input>(
  ref: RecordRef<T>,
  run: (input: Input) => Promise<RecordTypes[T]>,
  onDone?: (record: RecordTypes[T]) => void,
) {
  return useMutation({
    mutationFn: run,
    onSuccess: (record) => {
      onDone?.(record);
      acceptRecord(ref, record);
      document.querySelector('h1')?.focus();
    },
    onSettled: () => refreshRecord(ref),
  });
}

export const useConfirm = (ref: ReportRef) =>
  useOwnAction(
    ref,
    (_: void) => confirmIncident(ref.id),
    () => announce('Thank you for telling us that it works.'),
  );

interface Broken {
  text: string;
  files: readonly File[];
  /** The message is added once, however often it is sent with this key. */
  key: string;
}

/**
 * The message comes first: if the second request fails, neither text nor picture is lost. It reopens the report by
 * itself where the instance lets replies do that and the reader is the one who has the trouble.
 */
async function reportBroken(ref: ReportRef, { text, files, key }: Broken) {
  const attachments = await attachmentsOf(files);
  const note = { body: text, visibility: 'public', ...(files.length > 0 && { attachments }) };
  await sendNote(ref, note as Parameters<typeof sendNote>[1], key);
  const report = await queryClient.fetchQuery({ ...recordQuery(ref), staleTime: 0 });
  return report.state === 'resolved'
    ? updateRecord(ref, { state: 'reopened' }, report.version)
    : report;
}

export const useReportBroken = (ref: ReportRef, onDone: () => void) =>
  useOwnAction(ref, (broken: Broken) => reportBroken(ref, broken), onDone);

export const useWithdrawReport = (ref: ReportRef, version: number) =>
  useOwnAction(ref, (_: void) => updateRecord(ref, { state: 'cancelled' }, version));

export const useWithdrawRequest = (request: ServiceRequest) =>
  useOwnAction({ type: 'request', id: request.id }, async (_: void) =>
    serviceRequestActions.cancelled ? serviceRequestActions.cancelled(request, '') : request,
  );

interface Decided {
  decision: ApprovalDecision;
  comment: string;
}

export const useDecide = (request: ServiceRequest, onDone: () => void) =>
  useOwnAction(
    { type: 'request', id: request.id },
    async ({ decision, comment }: Decided) =>
      (await serviceRequestActions[decision]?.(request, comment)) ?? request,
    ({ state }) => {
      onDone();
      announce(state === 'rejected' ? 'You rejected it.' : 'You approved it.');
    },
  );
