// A form of 100 questions is edited by the functions of the console's editor, saved and loaded after each edit, and now and
// then published and ordered: no condition is lost, and what was published or ordered never changes.
import { conditionFaults } from '../../../src/conditions/index.ts';
import { type Question, questionFields } from '../../../src/forms/index.ts';
import { startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { codesOf } from '../forms/naive.ts';
import { CatalogItem } from './catalog.ts';
import { loadEditor } from './editor.ts';
import { changeAt, toSaved } from './model.ts';
import { drawFirstForm, Walk } from './walk.ts';

export interface FormEditSizes {
  edits: number;
  seed: number;
}

const isChoice = ({ type }: Question): boolean => type === 'choice' || type === 'choices';

/** Says which parts of a question keep the form from being published. */
function faultyParts(form: readonly Question[], at: number): string[] {
  const question = form[at]!;
  const { choices, show_if, default: initial } = question;
  const fields = questionFields(form.slice(0, at));
  return [
    ...(isChoice(question) && choices.length === 0 ? ['choices'] : []),
    ...(initial !== null && codesOf(question, initial).length > 0 ? ['default'] : []),
    ...(show_if !== null && conditionFaults(show_if, { fields, hasBefore: false }).length > 0
      ? ['show_if']
      : []),
  ];
}

const faultyPlaces = (form: readonly Question[]): string[] =>
  form.flatMap((_, at) => faultyParts(form, at).map((part) => `/form/${at}/${part}`));

/** Mends what keeps the form from being published, as a manager does. */
async function repair(walk: Walk): Promise<void> {
  for (let at = 0; at < walk.model.length; at += 1)
    for (const part of faultyParts(toSaved(walk.model), at))
      await walk.change(`repair ${part}`, ({ editor, form, model }) => {
        const { id } = form[at]!;
        const { type } = model[at]!;
        if (part === 'show_if')
          return {
            form: editor.setShowIf(form, id, null),
            model: changeAt(model, at, { show_if: null }),
          };
        if (part === 'default')
          return {
            form: editor.changeQuestion(form, id, { default: { type, value: null } }),
            model: changeAt(model, at, { default: null, defaultType: type }),
          };
        const choices = [{ value: 'Only', label: 'Only' }];
        return {
          form: editor.setChoices(form, id, [editor.newChoice('Only')]),
          model: changeAt(model, at, { choices }),
        };
      });
}

const EDITS_BETWEEN = 20;
const READ_AGAIN = 3;

async function publishAndOrder(walk: Walk, item: CatalogItem): Promise<void> {
  const { random } = walk;
  if (random.chance(0.2)) await item.rename(`Laptop ${random.below(1000)}`);
  if (random.chance(0.6)) await repair(walk);
  const form = toSaved(walk.model);
  await item.publish(form, faultyPlaces(form));
  if (random.chance(0.5)) await item.order(random);
  await item.readAgain(random, READ_AGAIN);
}

export async function proveFormEdits({ edits, seed }: FormEditSizes): Promise<Report> {
  const random = randomFrom(seed);
  const editor = await loadEditor();
  const instance = await startInstance();
  try {
    const first = drawFirstForm(random);
    const item = await CatalogItem.create(instance, first);
    const walk = new Walk(editor, item, first, random);
    await repair(walk);
    await publishAndOrder(walk, item);
    for (let at = 0; at < edits; at += 1) {
      await walk.edit();
      if (random.chance(1 / EDITS_BETWEEN)) await publishAndOrder(walk, item);
      if (random.chance(1 / (EDITS_BETWEEN * EDITS_BETWEEN))) await item.retire();
    }
    await item.readAgain(random);
    const faults = [...walk.faults, ...item.faults];
    return {
      figures: {
        edits,
        saved: walk.saved,
        incomplete: walk.incomplete,
        published: item.published,
        ordered: item.ordered,
        comparisons: walk.saved + item.comparisons,
        differences: faults.length,
      },
      faults,
      goals: [
        atMost(
          'forms that differ from the model, or changed after they were published or ordered',
          faults.length,
          0,
        ),
      ],
    };
  } finally {
    await instance.stop();
  }
}
