// Evaluates forms in Chromium by the module that the console bundles.
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { CHROMIUM, FLAGS } from '../../support/chromium.ts';
import type { FormText } from './compare.ts';

const MODULE = fileURLToPath(
  new URL('../../../../console/src/api/catalog/forms.ts', import.meta.url),
);

async function bundle(): Promise<string> {
  const built = await rolldown({ input: MODULE, platform: 'browser' });
  const { output } = await built.generate({ format: 'iife', name: 'forms', minify: true });
  await built.close();
  if (output.length !== 1) throw new Error('The module of forms is more than one file.');
  return output[0].code;
}

/** The page shows a case without answers and with them, as the comparison does in Node. */
const EVALUATE = `
  const show = (value) =>
    JSON.stringify(value, (_name, one) => (Object.is(one, -0) ? '-0' : one));
  globalThis.evaluateCases = (texts) =>
    texts.map((text) => {
      const { form, given } = JSON.parse(text);
      return [{}, given].map((answers) => show(forms.evaluateForm(form, answers)));
    });`;

export class FormBrowser {
  readonly #browser: Browser;
  readonly #script: string;

  private constructor(browser: Browser, script: string) {
    this.#browser = browser;
    this.#script = script;
  }

  static async start(): Promise<FormBrowser> {
    const [browser, script] = await Promise.all([
      chromium.launch({ executablePath: CHROMIUM, args: FLAGS }),
      bundle(),
    ]);
    return new FormBrowser(browser, script);
  }

  /** A script before that of the forms changes what the page has, so that a test can show that a difference is found. */
  async open(before = ''): Promise<FormPage> {
    const page = await this.#browser.newPage();
    await page.evaluate(`${before};${this.#script};globalThis.forms = forms;${EVALUATE}`);
    return new FormPage(page);
  }

  stop(): Promise<void> {
    return this.#browser.close();
  }
}

export class FormPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  evaluate(cases: readonly FormText[]): Promise<string[][]> {
    return this.#page.evaluate(
      (texts) =>
        (globalThis as unknown as { evaluateCases: (texts: string[]) => string[][] }).evaluateCases(
          texts,
        ),
      cases.map(({ text }) => text),
    );
  }
}
