// Other pages begin the draft of a new record, which the form stores in the tab until the record is created.
import type { Me } from '../../api/index.ts';
import { draftsOf } from '../drafts.ts';
import { type CreateDraft, emptyDraft, isBlank, withTitle } from './create-draft.ts';

export const newId = (): string => crypto.randomUUID();

export const createDrafts = ({ email }: Me, type: string) =>
  draftsOf<CreateDraft>(sessionStorage, email, 'new', type, isBlank);

/** The form that is opened next begins with this text as its title. */
export function startDraft(me: Me, type: string, text: string): void {
  const drafts = createDrafts(me, type);
  drafts.write(withTitle(drafts.read() ?? emptyDraft(''), text, newId()));
}

/** The form that is opened next has these values; text that was not sent yet stays. */
export function startDraftWith(me: Me, type: string, fields: CreateDraft['fields']): void {
  const drafts = createDrafts(me, type);
  const draft = drafts.read() ?? emptyDraft('');
  drafts.write({ ...draft, id: newId(), fields: { ...draft.fields, ...fields } });
}
