// Every record type has the commands `list` and `show`.
import type { Command } from '../command.ts';
import { printCard } from '../terminal/card.ts';
import { pageOptions, runList } from './lists.ts';
import type { RecordKind } from './kinds/record-kind.ts';
import { printTimeline } from './timeline.ts';

export function recordCommands<Row, Full>(
  kind: RecordKind<Row, Full>,
): [list: Command, show: Command] {
  const { group, one, many, exampleId } = kind;
  const [firstState] = Object.values(kind.filters).flatMap(({ choices, parameter }) =>
    choices ? [`--${parameter} ${choices[0]}`] : [],
  );
  return [
    {
      path: `${group} list`,
      summary: `List ${many}`,
      operationId: kind.listOperation,
      options: { ...kind.filters, ...pageOptions(kind.sort) },
      examples: [
        `signalbox ${group} list ${firstState}`,
        `signalbox ${group} list --search checkout --json`,
      ],
      run: (invocation) => runList(invocation, kind),
    },
    {
      path: `${group} show`,
      summary: `Show ${/^[aei]/.test(one) ? 'an' : 'a'} ${one}`,
      operationId: kind.getOperation,
      args: [{ name: 'id', summary: `Id, such as ${exampleId}` }],
      examples: [`signalbox ${group} show ${exampleId}`],
      run: async ({ args, terminal, isJson, connect, signal }) => {
        const client = await connect();
        const id = args['id'] ?? '';
        const record = await kind.get(client, id, { signal });
        if (isJson) return terminal.printJson(record);
        printCard(terminal, kind.card(record));
        const { data } = await kind.timeline(client, id);
        printTimeline(terminal, data as Parameters<typeof printTimeline>[1]);
      },
    },
  ];
}
