// Runs the commands of README.md against a demonstration that the image started, with its command and no other setting.
import { commandsOf } from '../../../../tools/docs.commands.ts';
import {
  assertReadmeResponses,
  type Demonstration,
  questionByMeaning,
  readme,
  runInShell,
  startDemonstration,
} from '../../support/demonstrations.ts';
import { type Program, waitForExit, within } from '../../support/processes.ts';
import type { Env } from '../../support/service-process.ts';

/** The model is loaded at the first search, which does not wait for it. */
const MODEL_WITHIN_SECONDS = 60;

async function findByMeaning(demonstration: Demonstration): Promise<void> {
  const query = `q=${encodeURIComponent(questionByMeaning.text)}`;
  const script = `curl -s "http://localhost:8080/prod/api/v1/knowledge/articles?${query}" -H "Authorization: Bearer $TOKEN"`;
  await within(MODEL_WITHIN_SECONDS, 'the model of the image finds an article', async () => {
    const { data } = JSON.parse(await runInShell(demonstration, script));
    return data[0]?.id === questionByMeaning.article;
  });
}

export async function runReadme(program: Program, env: Env): Promise<string[]> {
  const demonstration = await startDemonstration(env, program);
  const faults: string[] = [];
  try {
    assertReadmeResponses(await runInShell(demonstration, commandsOf(readme).join('\n')));
    await findByMeaning(demonstration);
  } catch (error) {
    faults.push(`README: ${(error as Error).message}`);
  }
  demonstration.running.process.kill('SIGTERM');
  const { code } = await waitForExit(demonstration.running);
  return code === 0 ? faults : [...faults, `the demonstration ended with code ${code}`];
}
