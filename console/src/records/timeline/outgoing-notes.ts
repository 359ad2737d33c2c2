// The timeline shows a note from the moment it is written. A public one waits for an undo, and one that the service
// refused stays until it is sent. The text is stored in the tab, so that a reload sends it again under the same key.
import type { NotedRef, Visibility } from '../../api/index.ts';
import type { Fault } from '../../ui/layout/fault.ts';
import type { Drafts } from '../drafts.ts';

interface NoteText {
  body: string;
  visibility: Visibility;
  /** The requesters of the duplicates of the record get the note too. */
  toDuplicates?: boolean | undefined;
}

export interface OutgoingNote extends NoteText {
  /** The service adds a note that is sent twice with the same key once. */
  key: string;
  record: NotedRef;
  author: string;
  files: readonly File[];
  /** The page of an employee offers the undo at the message, and no other message besides. */
  isQuiet?: boolean;
  /** A returned note was withdrawn, and goes back to the composer. */
  status: 'waiting' | 'sending' | 'failed' | 'returned';
  /** A waiting note is sent at this time, in milliseconds since the epoch. */
  until?: number | undefined;
  fault?: Fault | undefined;
  /** After a reload the files must be chosen again. */
  hasLostFiles?: boolean;
  /** The id is known once the service has added the note, which the timeline then shows itself. */
  noteId?: string | undefined;
}

interface StoredNote extends NoteText {
  key: string;
  hasFiles: boolean;
}

export interface StoredNotes {
  notes: readonly StoredNote[];
}

interface Delay {
  until: number;
  cancel: () => void;
}

interface Ports {
  /** Returns the id of the note. */
  send: (note: OutgoingNote) => Promise<string>;
  /** Calls `send` after some seconds, or `onUndo` if the note is withdrawn in time. */
  delay: (note: OutgoingNote, send: () => void, onUndo: () => void) => Delay;
  faultOf: (error: unknown) => Fault;
  /** Reads the timeline again. */
  refresh: (record: NotedRef) => Promise<unknown>;
  draftsOf: (record: NotedRef, author: string) => Drafts<StoredNotes>;
}

const LOST_FILES: Fault = {
  title: 'The page was reloaded',
  detail: 'the files of the note are no longer there.',
  advice: 'Edit the note and attach them again.',
  canRetry: false,
};

type NewNote = Pick<
  OutgoingNote,
  'record' | 'author' | 'body' | 'visibility' | 'toDuplicates' | 'files' | 'isQuiet'
>;

export class OutgoingNotes {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  readonly #delays = new Map<string, Delay>();
  #notes: readonly OutgoingNote[] = [];

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly OutgoingNote[] => this.#notes;

  /** Shows the note, and sends it at once or after the time for an undo. */
  add(fields: NewNote, isDelayed: boolean): void {
    const note: OutgoingNote = { ...fields, key: crypto.randomUUID(), status: 'sending' };
    this.#set([note, ...this.#notes], note);
    if (!isDelayed) return void this.#send(note.key);
    const delay = this.#ports.delay(
      note,
      () => void this.#send(note.key),
      () => this.edit(note.key),
    );
    this.#delays.set(note.key, delay);
    this.#change(note.key, { status: 'waiting', until: delay.until });
  }

  /** Withdraws a note that waits. */
  undo(key: string): void {
    this.#delays.get(key)?.cancel();
  }

  retry(key: string): void {
    void this.#send(key);
  }

  /** Offers the note to the composer, which takes it unless it has another text. */
  edit(key: string): void {
    this.#delays.delete(key);
    this.#change(key, { status: 'returned', fault: undefined });
  }

  remove(key: string): void {
    const note = this.#find(key);
    if (!note) return;
    this.#set(
      this.#notes.filter((one) => one !== note),
      note,
    );
  }

  /** Sends what was left when the page was reloaded. Without its files, a note stays to be edited. */
  restore(record: NotedRef, author: string): void {
    const { notes = [] } = this.#ports.draftsOf(record, author).read() ?? {};
    for (const { key, body, visibility, toDuplicates, hasFiles } of notes) {
      if (this.#find(key)) continue;
      const note = { key, record, author, body, visibility, toDuplicates, files: [] };
      const failed = { status: 'failed', fault: LOST_FILES, hasLostFiles: true } as const;
      this.#notes = [...this.#notes, { ...note, ...(hasFiles ? failed : { status: 'sending' }) }];
      this.#notify();
      if (!hasFiles) void this.#send(key);
    }
  }

  async #send(key: string): Promise<void> {
    this.#delays.delete(key);
    this.#change(key, { status: 'sending', until: undefined, fault: undefined });
    const note = this.#find(key);
    if (!note) return;
    try {
      this.#change(key, { noteId: await this.#ports.send(note) });
    } catch (error) {
      this.#change(key, { status: 'failed', fault: this.#ports.faultOf(error) });
      return;
    }
    // Until the timeline has it, the note stays where it was.
    await this.#ports.refresh(note.record).catch(() => undefined);
    this.remove(key);
  }

  #find(key: string): OutgoingNote | undefined {
    return this.#notes.find((note) => note.key === key);
  }

  #change(key: string, fields: Partial<OutgoingNote>): void {
    const note = this.#find(key);
    if (!note) return;
    const next = { ...note, ...fields };
    this.#set(
      this.#notes.map((one) => (one === note ? next : one)),
      next,
    );
  }

  /** Stores the notes of the record that the service does not have yet. */
  #set(notes: readonly OutgoingNote[], { record, author }: OutgoingNote): void {
    this.#notes = notes;
    const unsent = notes.filter((one) => one.record.id === record.id && one.noteId === undefined);
    this.#ports.draftsOf(record, author).write({
      notes: unsent.map(({ key, body, visibility, toDuplicates, files, hasLostFiles = false }) => ({
        key,
        body,
        visibility,
        ...(toDuplicates && { toDuplicates }),
        hasFiles: hasLostFiles || files.length > 0,
      })),
    });
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
