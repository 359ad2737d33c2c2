// A draft of the mapping is tried on a payload: the payload is on the left, the resulting record on the right. Nothing is
// saved or created until the person saves the draft.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  conflictOf,
  inboundEventQuery,
  inboundQuery,
  type InboundWebhook,
  inputFaultsOf,
  previewQuery,
  queryClient,
  updateInbound,
} from '../../../api/index.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import {
  draftBody,
  isSameMapping,
  type MappingDraft,
  mappingOf,
  pathsIn,
  readPayload,
} from '../inbound.draft.ts';
import { eventsOf } from '../inbound.list.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { PayloadInput } from './payload-input.tsx';
import styles from './playground.module.css';
import { PreviewResult } from './preview-result.tsx';

interface PlaygroundProps {
  webhook: InboundWebhook;
  mayManage: boolean;
  /** The playground begins with this received event, or with the newest if it is undefined. */
  eventId: string | undefined;
}

const PREVIEW_MS = 350;

const asText = (payload: unknown): string => JSON.stringify(payload, null, 2) ?? '';

export function Playground({ webhook, mayManage, eventId }: PlaygroundProps) {
  const { handle } = webhook;
  const newest = eventsOf(handle, {}).rows.at(0)?.id;
  const startId = eventId ?? newest;
  const { data: event } = useQuery({
    ...inboundEventQuery(handle, startId ?? ''),
    enabled: startId !== undefined,
  });
  // The text is undefined until something is typed, so that the payload of the event is shown.
  const [typed, setTyped] = useState<string>();
  const [edited, setEdited] = useState<MappingDraft>();
  const text = typed ?? (event ? asText(event.payload) : '');
  const saved = mappingOf(webhook);
  const draft = edited ?? saved;
  const { payload, fault } = readPayload(text);
  const tried = useDebounced(
    payload && JSON.stringify({ payload, headers: event?.headers, draft: draftBody(draft) }),
    PREVIEW_MS,
  );
  const preview = useQuery(
    previewQuery(handle, tried === undefined ? undefined : JSON.parse(tried)),
  );
  const save = useMutation({
    mutationFn: () => updateInbound(handle, draftBody(draft), webhook.version),
    onSuccess: (next) => {
      queryClient.setQueryData(inboundQuery(handle).queryKey, next);
      setEdited(undefined);
      toast('The mapping is saved. It applies to events from now on.');
    },
    onError: (error) => {
      if (conflictOf(error))
        void queryClient.invalidateQueries({ queryKey: inboundQuery(handle).queryKey });
    },
  });
  const error = save.error ?? (payload === undefined ? null : preview.error);
  // Pointers of the preview begin with `/draft`; those of the form begin at the draft itself.
  const faults = new Map(
    [...inputFaultsOf(error)].map(([pointer, message]) => [
      pointer.replace(/^\/draft/, ''),
      message,
    ]),
  );
  const isChanged = !isSameMapping(draft, saved);
  return (
    <div className={styles.playground}>
      <div className={styles.column}>
        <PayloadInput
          text={text}
          fault={fault}
          eventAt={typed === undefined ? event?.received_at : undefined}
          onChange={setTyped}
        />
        <MappingEditor
          draft={draft}
          paths={pathsIn(payload)}
          faults={faults}
          results={payload === undefined ? undefined : preview.data}
          isReadOnly={!mayManage}
          onChange={(next) => {
            setEdited(next);
            save.reset();
          }}
        />
      </div>
      <PreviewResult
        preview={payload === undefined ? undefined : preview.data}
        error={error}
        faults={faults}
        isChanged={isChanged}
        isSaving={save.isPending}
        mayManage={mayManage}
        onSave={() => save.mutate()}
        onDiscard={() => {
          setEdited(undefined);
          save.reset();
        }}
      />
    </div>
  );
}
