// Every record type has the commands `list` and `show`, and those that write it if it can be written.
import type { Signalbox } from '../../index.ts';
import type { Command } from '../command.ts';
import { customFilters, readAssignments, whereOption } from '../custom/assignments.ts';
import { withCustomValues } from '../custom/card.ts';
import { printCard } from '../terminal/card.ts';
import { type RecordKind, withArticle } from './kinds/record-kind.ts';
import { pageOptions, runList } from './lists.ts';
import { printTimeline } from './timeline.ts';
import { writeCommands } from './write.commands.ts';

export function recordCommands<Row, Full extends object>(kind: RecordKind<Row, Full>): Command[] {
  const { group, one, many, exampleId, writes } = kind;
  const [firstState] = Object.values(kind.filters).flatMap(({ choices, parameter }) =>
    choices ? [`--${parameter} ${choices[0]}`] : [],
  );
  const listOptions = {
    ...kind.filters,
    ...(kind.customType && { where: whereOption }),
    ...pageOptions(kind.sort),
  };
  return [
    {
      path: `${group} list`,
      summary: `List ${many}`,
      operationId: kind.listOperation,
      options: listOptions,
      examples: [
        `signalbox ${group} list ${firstState}`,
        `signalbox ${group} list ${'search' in kind.filters ? '--search checkout' : '--all'} --json`,
        ...(kind.customType ? [`signalbox ${group} list --where site=Munich,Zurich`] : []),
      ],
      run: (invocation) => {
        const assignments = readAssignments(invocation, 'where');
        const command = { options: listOptions };
        const moreFilters = (client: Signalbox) =>
          customFilters({ client, kind, command, assignments });
        return runList(invocation, { ...kind, moreFilters });
      },
    },
    {
      path: `${group} show`,
      summary: `Show ${withArticle(one)}`,
      operationId: kind.getOperation,
      args: [{ name: 'id', summary: `Id, such as ${exampleId}`, isId: true }],
      examples: [`signalbox ${group} show ${exampleId}`],
      run: async ({ args, terminal, isJson, connect, signal }) => {
        const client = await connect();
        const id = args['id'] ?? '';
        const record = await kind.get(client, id, { signal });
        if (isJson) return terminal.printJson(record);
        printCard(terminal, await withCustomValues(kind.card(record), record, kind, client));
        const timeline = await kind.timeline?.(client, id);
        if (timeline) printTimeline(terminal, timeline.data as Parameters<typeof printTimeline>[1]);
      },
    },
    ...(writes ? writeCommands({ ...kind, writes }) : []),
  ];
}
