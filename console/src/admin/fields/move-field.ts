// Moves are shown at once and sent one after another, each against the version that the one before has made.
import { faultOf, type Field, fieldsQuery, queryClient, updateField } from '../../api/index.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { refreshFields } from './field-form.tsx';
import { movedPositions, type RecordName, sortFields } from './fields.form.ts';

const read = (type: RecordName): Field[] =>
  queryClient.getQueryData(fieldsQuery(type).queryKey) ?? [];

const store = (type: RecordName, changed: ReadonlyMap<string, Partial<Field>>): void => {
  const fields = read(type).map((field) => ({ ...field, ...changed.get(field.id) }));
  queryClient.setQueryData(fieldsQuery(type).queryKey, sortFields(fields));
};

let last: Promise<void> = Promise.resolve();

export function moveField(type: RecordName, id: string, step: 1 | -1): void {
  const active = read(type).filter((field) => field.active);
  const changes = movedPositions(active, id, step);
  if (changes.length === 0) return;
  store(type, new Map(changes.map(({ id: moved, position }) => [moved, { position }])));
  const shown = read(type).filter((field) => field.active);
  const place = shown.findIndex((field) => field.id === id);
  announce(`${shown[place]?.label ?? 'The field'} is number ${place + 1} of ${shown.length}.`);
  const send = async () => {
    for (const { id: moved, position } of changes) {
      const version = read(type).find((field) => field.id === moved)?.version ?? 0;
      const { version: next } = await updateField(moved, { position }, version);
      store(type, new Map([[moved, { version: next }]]));
    }
  };
  const mine = last.then(send).catch((error: unknown) => {
    toast(`The order was not saved. ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 });
  });
  last = mine;
  // The definitions are read again after the last of several moves.
  void mine.then(() => (last === mine ? refreshFields() : undefined));
}
