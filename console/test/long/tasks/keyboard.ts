// A hand that moves by the Tab key alone, whose keys count.
import type { Locator } from 'playwright-core';
import { PacedHand } from '../mailboxes/paced-hand.ts';

const MAX_TABS = 80;

export class Keyboard extends PacedHand {
  async tabTo(target: Locator, key = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if ((await target.and(this.page.locator(':focus')).count()) === 1) return;
      await this.press(key);
    }
    throw new Error(`${MAX_TABS} tabs do not reach ${String(target)}`);
  }

  async activate(target: Locator, key = 'Tab'): Promise<void> {
    await this.tabTo(target, key);
    await this.press('Enter');
  }
}
