// Locates Chromium for tests, and reads what it reports about a page.
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const AXE = `${axe.source};
axe.run().then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => \`axe: \${id} (\${impact}) at \${nodes[0]?.html}\`))`;

/** The debugger evaluates the script, so the page's own policy stays in force. */
export const axeFindings = async (page: Page): Promise<string[]> =>
  (await page.evaluate(AXE)) as string[];

/** The list grows with every violation of the content security policy on any page of the context. */
export function violationsIn(context: BrowserContext): string[] {
  const violations: string[] = [];
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return violations;
}
