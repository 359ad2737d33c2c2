// Record types differ in the path of their pages, the field that is the title, and who may edit them.
import { type Me, mayUse, type RecordType, type RecordTypes } from '../api/index.ts';

interface RecordTypeInfo<T extends RecordType> {
  /** The list is at this path; the page of a record is beneath it. */
  path: string;
  titleField: keyof RecordTypes[T] & string;
  /** The title is edited with the whole text, not in the header. */
  hasEditor?: boolean;
  /** These long texts are edited in place. */
  texts: readonly (keyof RecordTypes[T] & string)[];
  mayEdit: (me: Me, record: RecordTypes[T]) => boolean;
  /** Returns why nobody can edit the record now. */
  obstacle?: (record: RecordTypes[T]) => string | undefined;
}

const recordTypes: { [T in RecordType]: RecordTypeInfo<T> } = {
  incident: {
    path: '/incidents',
    titleField: 'short_description',
    texts: ['description'],
    mayEdit: (me) => mayUse(me, 'incidents.edit_all_fields'),
    obstacle: ({ merged_into: leader }) =>
      typeof leader === 'string'
        ? `A duplicate changes with its leader, ${leader}. Unmerge it to edit it.`
        : undefined,
  },
  change: {
    path: '/changes',
    titleField: 'short_description',
    texts: ['description', 'implementation_plan', 'backout_plan', 'test_plan'],
    mayEdit: (me) => mayUse(me, 'changes.create'),
  },
  request: {
    path: '/requests',
    titleField: 'short_description',
    texts: ['description'],
    mayEdit: (me, { requested_by, state }) =>
      mayUse(me, 'requests.edit_all_fields') ||
      (requested_by === me.email && state === 'submitted'),
  },
  ci: {
    path: '/cmdb',
    titleField: 'name',
    texts: [],
    mayEdit: (me) => mayUse(me, 'cmdb.write'),
  },
  article: {
    path: '/knowledge',
    titleField: 'title',
    hasEditor: true,
    texts: [],
    mayEdit: (me) => mayUse(me, 'articles.write'),
  },
  task: {
    path: '/tasks',
    titleField: 'name',
    texts: [],
    mayEdit: (me) => mayUse(me, 'requests.fulfil'),
  },
};

export const recordTypeOf = <T extends RecordType>(type: T): RecordTypeInfo<T> => recordTypes[type];
