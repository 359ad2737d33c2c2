// An item that is published can be ordered, approved and fulfilled as it says. A draft may be incomplete.
import { conditionFaults } from '../../conditions/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Fault } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { requesterFields } from '../../records/index.ts';
import type { CatalogContent } from '../content.ts';
import { directoryFaults } from './directory.checks.ts';
import { formFaults } from './form.checks.ts';
import { stageFaults } from './stages.checks.ts';
import { taskFaults } from './tasks.checks.ts';

export const audienceFaults = (audience: CatalogContent['audience']): Fault[] =>
  audience === null
    ? []
    : conditionFaults(audience, {
        fields: requesterFields(),
        hasBefore: false,
        pointer: '/audience',
      }).map((found) => ({ ...found, message: `Audience: ${found.message}` }));

export const publicationFaults = async (
  tx: Tx,
  context: Pick<Context, 'hasExternalPeople'>,
  content: CatalogContent,
): Promise<Fault[]> => [
  ...audienceFaults(content.audience),
  ...formFaults(content.form),
  ...stageFaults(content.approvals, content.form),
  ...taskFaults(content.tasks),
  ...(await directoryFaults(tx, context, content)),
];
