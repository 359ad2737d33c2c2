// Pages that show hostile text: no script runs, nothing is requested elsewhere, and no text becomes an element.
import type { Page } from 'playwright-core';
import type { ConsoleInstance, Person } from '../console-browser.ts';

const FORBIDDEN = 'script, iframe, object, embed, img, meta, base, link, style';

/** Collects what hostile text makes the page do, in the faults of the person. */
function watch({ page, faults }: Person, { instance, url }: ConsoleInstance): void {
  const allowed = [url, instance.deps.config.AUTH_URL];
  page.on('request', (request) => {
    const target = request.url();
    if (!allowed.some((base) => target.startsWith(base))) faults.push(`requested ${target}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`a script opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Returns a function that opens a page, waits until it is shown, and examines its elements. */
export function hostilePages(person: Person, opened: ConsoleInstance) {
  const { page, faults } = person;
  watch(person, opened);
  return async (path: string, isShown: (where: Page) => Promise<unknown>): Promise<void> => {
    await page.goto(`${opened.url}/console${path}`);
    await isShown(page);
    const count = await page.locator('main').locator(FORBIDDEN).count();
    if (count > 0) faults.push(`${path} has ${count} elements that its text made`);
  };
}
