// `start` runs all parts in one process, on the database that is configured or as a demonstration.
import type { Deps } from '../platform/runtime/deps.ts';
import {
  allowInterrupt,
  composeAll,
  createUserCommand,
  describeDemonstration,
  describeInstance,
  describeStop,
  hasTerminal,
  openDeps,
  type OwnProcess,
  type PartName,
  prepareAll,
  requirePorts,
  runParts,
  showProgress,
} from '../start/index.ts';
import type { Command } from './command.ts';

/** With an external identity provider, the built-in one is not started. */
const partsOf = ({ env }: OwnProcess): PartName[] => [
  'metrics',
  ...(env['OIDC_ISSUER'] ? [] : (['auth'] as const)),
  'database',
  'lateness',
  'api',
  'lmtp',
  'worker',
];

async function demonstrate(own: OwnProcess): Promise<void> {
  const { configureDemonstration, openDemonstration, seedEmbedded } =
    await import('../demo/index.ts');
  const parts = partsOf(own);
  const config = configureDemonstration(own.env);
  await requirePorts(config, parts, own);
  console.log('Preparing a demonstration; the first start takes about twenty seconds.');
  showProgress('Starting the embedded database');
  const goodbye = describeStop(config);
  const opened = await allowInterrupt(goodbye, () => openDemonstration(config, own.env));
  const prepareDemonstration = async (deps: Deps) => {
    await composeAll();
    await prepareAll(deps);
    await seedEmbedded(deps, () => showProgress('Inserting the data of a fictional company'));
    showProgress('Starting the services');
  };
  await runParts(opened, parts, own, {
    before: (deps) => allowInterrupt(goodbye, () => prepareDemonstration(deps)),
    goodbye,
  });
  console.log(describeDemonstration(opened.deps.config));
}

/** The screen is for a person at a terminal; the log has the same addresses. */
async function showScreen({ config, db }: Deps, own: OwnProcess): Promise<void> {
  if (!hasTerminal()) return;
  const { countUsersWithLogin } = await import('../identity/index.ts');
  const users = await countUsersWithLogin(db).catch(() => undefined);
  console.log(describeInstance(config, users, createUserCommand(own)));
}

async function startOnPostgres(own: OwnProcess): Promise<void> {
  const parts = partsOf(own);
  const opened = await openDeps(own, parts);
  const before = async (deps: Deps) => {
    await composeAll();
    await prepareAll(deps);
    showProgress('Starting the services');
  };
  await runParts(opened, parts, own, {
    before,
    ...(hasTerminal() && { goodbye: 'Stopped.' }),
  });
  await showScreen(opened.deps, own);
}

export const run: Command = (_args, own) => {
  const hasDatabase = Boolean(own.env['DATABASE_URL'] || own.env['DATABASE_URL_FILE']);
  return hasDatabase ? startOnPostgres(own) : demonstrate(own);
};
