// Random forms and answers: the function of the service in Node, the same function as the console bundles it in Chromium,
// and a naive interpreter of the contract agree on what is asked, valid and stored.
import { evaluateForm, type Question, type QuestionType } from '../../../src/forms/index.ts';
import { atMost, type Report } from '../../support/report.ts';
import { FormBrowser, type FormPage } from './browser.ts';
import { checkCase, drawText, type FormText, newTally } from './compare.ts';
import { orderForms } from './served.ts';

export interface FormSizes {
  cases: number;
  /** So many orders are placed over HTTP. */
  orders: number;
  seed: number;
}

const BATCH = 500;
const MAX_FAULTS = 20;

/** Browsers have parsers of their own; these changes stand for one that differs. */
const plantedInPage = {
  'a page that reads 30 February as a day': `
    const toISOString = Date.prototype.toISOString;
    Date.prototype.toISOString = function () {
      return toISOString.call(this).replace('-03-02', '-02-30');
    };`,
  'a page that counts UTF-16 units': 'String.prototype.match = () => null;',
  'a page that accepts other names of hosts': `
    const parse = URL.parse;
    URL.parse = (text) => parse(text.replace('a<b', 'a'));`,
  'a page that keeps halves of characters':
    'String.prototype.toWellFormed = function () { return String(this); };',
};

const question = (key: string, type: QuestionType): Question => ({
  key,
  type,
  label: key,
  help: null,
  choices: [],
  required: false,
  default: null,
  show_if: null,
});

/** Each of the changes shows in one of its answers. */
const caseOfPlants: FormText = {
  seed: 0,
  text: JSON.stringify({
    form: [
      question('day', 'date'),
      question('long', 'text'),
      question('page', 'url'),
      question('half', 'text'),
    ],
    given: { day: '2026-02-30', long: '😀'.repeat(255), page: 'https://a<b/', half: 'a\uD83D' },
  }),
};

async function compareInPage(
  page: FormPage,
  cases: readonly FormText[],
  shown: readonly string[][],
): Promise<string[]> {
  const inPage = await page.evaluate(cases);
  return cases.flatMap(({ seed, text }, at) =>
    (shown[at] ?? []).flatMap((expected, which) => {
      const actual = inPage[at]?.[which];
      return actual === expected
        ? []
        : [`case ${seed}: Chromium says ${actual}\nNode says ${expected}\nof ${text}`];
    }),
  );
}

/** A comparison that never fails proves nothing. */
async function undetectedPlants(browser: FormBrowser): Promise<string[]> {
  const { shown } = checkCase(caseOfPlants, evaluateForm, newTally());
  const found = Object.entries(plantedInPage).map(async ([fault, before]) => {
    const page = await browser.open(before);
    const differences = await compareInPage(page, [caseOfPlants], [shown]);
    return differences.length > 0 ? [] : [`the comparison does not detect ${fault}`];
  });
  return (await Promise.all(found)).flat();
}

export async function proveForms({ cases, orders, seed }: FormSizes): Promise<Report> {
  const tally = newTally();
  const faults: string[] = [];
  let undetected: string[] = [];
  const browser = await FormBrowser.start();
  try {
    const page = await browser.open();
    for (let at = 0; at < cases && faults.length < MAX_FAULTS; at += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, cases - at) }, (_, index) =>
        drawText(seed + at + index),
      );
      const checked = batch.map((one) => checkCase(one, evaluateForm, tally));
      const shown = checked.map((one) => one.shown);
      faults.push(...checked.flatMap((one) => one.faults));
      faults.push(...(await compareInPage(page, batch, shown)));
    }
    undetected = await undetectedPlants(browser);
  } finally {
    await browser.stop();
  }
  const served = await orderForms(orders, seed);
  faults.push(...served.faults);
  const { placed, refused: refused_orders } = served;
  return {
    figures: { cases, ...tally, placed, refused_orders, differences: faults.length },
    faults: [...faults, ...undetected],
    goals: [
      atMost('differences between service, browser and the naive interpreter', faults.length, 0),
    ],
  };
}
