// A hand does what a person does on a page, and counts it: keys, clicks and texts.
import type { Locator, Page } from 'playwright-core';

export interface Effort {
  keys: number;
  clicks: number;
  texts: number;
}

export class Hand {
  readonly effort: Effort = { keys: 0, clicks: 0, texts: 0 };
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.effort.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Types letters into a picker once it has the focus, and takes the match; each letter is a key. */
  async choose(letters: string, option: string | RegExp): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.locator(':focus').waitFor();
    await this.press(...letters.split(''));
    await dialog.getByRole('option', { name: option }).first().waitFor();
    await this.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }

  async click(target: Locator): Promise<void> {
    this.effort.clicks += 1;
    await target.click();
  }

  /** A text is counted once, however long it is. */
  async write(text: string, field?: Locator): Promise<void> {
    this.effort.texts += 1;
    if (field) await field.fill(text);
    else await this.page.keyboard.insertText(text);
  }
}

export const actionsOf = ({ keys, clicks }: Effort): number => keys + clicks;
