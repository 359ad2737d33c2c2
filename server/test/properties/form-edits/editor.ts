// The editor of forms as the console has it: pure functions, which need no browser. They are loaded by their address,
// because the sources of the console are checked with the types of browsers.
import type { Form, Question, QuestionType } from '../../../src/forms/index.ts';

export interface EditedRow {
  key: string;
  field: string;
  operator: string;
  texts: readonly (string | null)[];
}

export interface EditedGroup {
  key: string;
  name: string;
  nodes: readonly (EditedRow | EditedGroup)[];
}

interface EditedChoice {
  id: string;
  value: string;
  label: string;
}

export interface EditedQuestion {
  id: string;
  key: string;
  label: string;
  help: string;
  type: QuestionType;
  choices: readonly EditedChoice[];
  required: boolean;
  default: { type: QuestionType; value: unknown };
  show_if: EditedGroup | null;
}
export type EditedForm = readonly EditedQuestion[];

type Part = Partial<Pick<EditedQuestion, 'label' | 'help' | 'type' | 'required' | 'default'>>;

export interface Editor {
  readForm: (form: Form) => EditedForm;
  /** Returns undefined while a condition is not complete. */
  writeForm: (form: EditedForm) => Question[] | undefined;
  /** Gives keys to questions and values to choices whose label was left. */
  keyedForm: (form: EditedForm) => EditedForm;
  addQuestion: (form: EditedForm, part: Part, at?: number) => { form: EditedForm; id: string };
  reasonAgainstQuestion: (form: EditedForm) => string | undefined;
  changeQuestion: (form: EditedForm, id: string, part: Part) => EditedForm;
  renameQuestion: (form: EditedForm, id: string, label: string) => EditedForm;
  setType: (form: EditedForm, id: string, type: QuestionType) => EditedForm;
  setChoices: (form: EditedForm, id: string, choices: readonly EditedChoice[]) => EditedForm;
  newChoice: (label: string) => EditedChoice;
  moveQuestion: (form: EditedForm, id: string, to: number) => EditedForm;
  removeQuestion: (form: EditedForm, id: string) => EditedForm;
  changeKey: (form: EditedForm, id: string, key: string) => EditedForm;
  setShowIf: (form: EditedForm, id: string, condition: Question['show_if']) => EditedForm;
  editShowIf: (form: EditedForm, id: string, group: EditedGroup | null) => EditedForm;
  changeAt: (
    root: EditedGroup,
    path: readonly number[],
    change: () => EditedRow | EditedGroup | undefined,
  ) => EditedGroup;
  changeGroup: (
    root: EditedGroup,
    path: readonly number[],
    change: (group: EditedGroup) => EditedGroup,
  ) => EditedGroup;
}

const CONSOLE = new URL('../../../../console/src/', import.meta.url);
const files = [
  'admin/catalog/form.edits.ts',
  'admin/catalog/form.values.ts',
  'admin/catalog/question.keys.ts',
  'conditions/condition.edits.ts',
];

export async function loadEditor(): Promise<Editor> {
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, CONSOLE).href) as Promise<Partial<Editor>>),
  );
  return Object.assign({}, ...modules) as Editor;
}
