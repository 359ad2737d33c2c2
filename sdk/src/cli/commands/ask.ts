// Asks the knowledge base, and prints the answer with its sources.
import type { AiAsk, AiAskAnswer } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { printHeading } from '../terminal/card.ts';
import { paintDim, paintId } from '../terminal/paint.ts';
import { cut, oneLine, wrap } from '../terminal/text.ts';
import { filter } from './lists.ts';

const ANSWER_WITHIN_MS = 120_000;
const MAX_PASSAGE = 240;

const recordTypes: Record<string, NonNullable<AiAsk['context_record']>['type']> = {
  INC: 'incident',
  CHG: 'change',
  CI: 'ci',
  KB: 'article',
};

function contextOf(id: string | undefined): Pick<AiAsk, 'context_record'> {
  if (id === undefined) return {};
  const [, prefix = ''] = /^([A-Z]+)\d/i.exec(id) ?? [];
  const type = recordTypes[prefix.toUpperCase()];
  if (!type)
    throw usageError(
      `--about: ${id} is not the id of a record.`,
      'For example: INC0000042, CHG0000007, CI120 or KB0000003.',
    );
  return { context_record: { type, id } };
}

function printAnswer({ terminal }: Invocation, { answer, citations, grounded }: AiAskAnswer): void {
  const { style, textWidth } = terminal;
  for (const line of wrap(answer.trim(), textWidth)) terminal.print(line);
  if (!grounded)
    terminal.message(
      terminal.messageStyle(
        'dim',
        'No article answers this. Try other words, or `signalbox articles list --search …`.',
      ),
    );
  if (citations.length === 0) return;
  terminal.print();
  printHeading(terminal, 'Sources');
  for (const { article_id: id, title, passage } of citations) {
    terminal.print(`  ${paintId(style, oneLine(id))}  ${oneLine(title)}`);
    for (const line of wrap(cut(oneLine(passage), MAX_PASSAGE), textWidth - 4))
      terminal.print(`    ${paintDim(style, line)}`);
  }
}

export const askCommands: Command[] = [
  {
    path: 'ask',
    summary: 'Ask the knowledge base',
    description: 'Answers from published articles and cites them.',
    operationId: 'askQuestion',
    args: [{ name: 'question', summary: 'The question, in your own words' }],
    options: {
      about: { value: 'id', summary: 'A record that the question is about' },
      model: filter('model', 'Alias of the model', {
        choices: ['model-3-haiku', 'model-3-sonnet', 'model-3-opus'],
      }),
    },
    examples: ['signalbox ask "How do I renew the VPN certificate?"'],
    run: async (invocation) => {
      const { args, values, terminal, isJson, signal } = invocation;
      const context = contextOf(values.text('about'));
      const client = await invocation.connect({ timeoutMs: ANSWER_WITHIN_MS });
      const body = { question: args['question'] ?? '', ...context, ...values.parameters() };
      if (terminal.hasLiveLine)
        terminal.drawLine(terminal.messageStyle('dim', 'Reading articles …'));
      const response = await client.ai.ask(body, { signal }).finally(() => {
        if (terminal.hasLiveLine) terminal.clearLine();
      });
      if (isJson) return terminal.printJson(response);
      printAnswer(invocation, response);
    },
  },
];
