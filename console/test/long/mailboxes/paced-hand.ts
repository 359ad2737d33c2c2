// Estimates how long a person takes, by the keystroke-level model of Card, Moran and Newell: an average typist needs 0.28 s for a
// key, 1.3 s to point and click, and 1.35 s to decide before each text or click. Reading takes 0.25 s a word. The time that the
// page takes to respond is measured and added.
import type { Locator } from 'playwright-core';
import { Hand } from '../tasks/hand.ts';

const KEY = 0.28;
const CLICK = 1.3;
const DECISION = 1.35;
const WORD = 0.25;

export class PacedHand extends Hand {
  letters = 0;
  words = 0;
  waited = 0;

  override async write(text: string, field?: Locator): Promise<void> {
    this.letters += text.length;
    await super.write(text, field);
  }

  /** Waits for a response of the page, and reads it. */
  async read(shown: Locator): Promise<string> {
    const began = performance.now();
    await shown.waitFor();
    this.waited += (performance.now() - began) / 1000;
    const text = await shown.innerText();
    this.words += text.split(/\s+/).length;
    return text;
  }

  get seconds(): number {
    const { keys, clicks, texts } = this.effort;
    const typed = (keys + this.letters) * KEY + clicks * CLICK;
    return typed + (texts + clicks) * DECISION + this.words * WORD + this.waited;
  }
}
