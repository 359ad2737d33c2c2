// Signs in and out, and lists and chooses profiles.
import { Signalbox, type Me } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { givenUrl, profileName, targetOf } from '../profiles/connection.ts';
import { revoke } from '../profiles/oauth.ts';
import type { Profile } from '../profiles/profiles.store.ts';
import { signIn } from '../profiles/sign-in.ts';
import { readInput } from '../rows/input.ts';
import { paintId } from '../terminal/paint.ts';
import { printTable } from '../terminal/table.ts';
import { oneLine } from '../terminal/text.ts';

const PROFILE_NAME = /^[\w.-]{1,64}$/;

async function readKey({ terminal }: Invocation): Promise<string> {
  const key = (
    await readInput(
      terminal.stdin,
      'Pipe the key into the command, so that it is not in the history of your shell: signalbox login --with-key < key.txt',
    )
  ).trim();
  if (!key.startsWith('sbk_')) throw usageError('stdin has no API key. A key begins with sbk_.');
  return key;
}

const personText = ({ name, email, roles }: Me): string =>
  oneLine(`${name ? `${name} (${email})` : email}, ${roles.join(', ') || 'no role'}`);

async function login(invocation: Invocation): Promise<void> {
  const { values, terminal, isJson, store } = invocation;
  const name = await profileName(invocation);
  if (!PROFILE_NAME.test(name))
    throw usageError(
      `${name} is not a valid name of a profile. Use up to 64 letters, digits, dots, hyphens and underscores.`,
    );
  const url = givenUrl(invocation) ?? (await store.read()).profiles[name]?.url;
  if (!url)
    throw usageError(
      'The address of the instance is missing.',
      'For example: signalbox login --url https://desk.example.com',
    );
  let profile: Profile;
  let client: Signalbox;
  if (values.flag('with-key')) {
    const apiKey = await readKey(invocation);
    profile = { kind: 'key', url, apiKey };
    client = new Signalbox({ baseUrl: url, apiKey, maxRetries: 2 });
  } else {
    profile = { ...(await signIn(invocation, url)), email: '' };
    client = new Signalbox({ baseUrl: url, token: profile.accessToken, maxRetries: 2 });
  }
  const me = await client.me.get();
  if (profile.kind === 'login') profile.email = me.email;
  await store.update((all) => {
    all.profiles[name] = profile;
    all.current = name;
  });
  if (isJson) return terminal.printJson({ profile: name, url, email: me.email, roles: me.roles });
  terminal.print(`${terminal.style('green', '✓')} Signed in to ${url} as ${personText(me)}.`);
  terminal.message(terminal.messageStyle('dim', `Profile ${name}, stored in ${store.file}`));
}

async function logout(invocation: Invocation): Promise<void> {
  const { terminal, store, isJson } = invocation;
  const name = await profileName(invocation);
  const profile = await store.update((all) => {
    const removed = all.profiles[name];
    delete all.profiles[name];
    if (all.current === name) all.current = Object.keys(all.profiles)[0] ?? name;
    return removed;
  });
  if (!profile)
    throw usageError(
      `There is no profile ${name}.`,
      'Run `signalbox profiles` to list your profiles.',
    );
  if (profile.kind === 'login' && profile.refreshToken && profile.revocationEndpoint)
    await revoke(profile.revocationEndpoint, profile.refreshToken);
  if (isJson) return terminal.printJson({ profile: name, url: profile.url });
  terminal.print(`Signed out of ${profile.url}.`);
  if (profile.kind === 'key')
    terminal.message(
      'The API key itself is still valid: revoke it in your profile if nobody needs it.',
    );
}

async function whoAmI(invocation: Invocation): Promise<void> {
  const { terminal, isJson } = invocation;
  const { url, profile } = await targetOf(invocation);
  const me = await (await invocation.connect()).me.get({ signal: invocation.signal });
  if (isJson) return terminal.printJson(me);
  const { style } = terminal;
  const lines = [
    ['Instance', url],
    ['Signed in as', personText(me)],
    ['By', me.key_id ? `API key ${me.key_id}` : me.interactive ? 'login' : 'client credentials'],
    ['Groups', oneLine(me.groups.join(', ')) || 'none'],
    ['Profile', profile ?? 'none (credentials of the environment)'],
  ] as const;
  for (const [label, value] of lines) terminal.print(`${style('dim', label.padEnd(12))}  ${value}`);
}

async function listProfiles({ store, terminal, isJson }: Invocation): Promise<void> {
  const { current, profiles } = await store.read();
  const rows = Object.entries(profiles).map(([name, one]) => ({
    name,
    url: one.url,
    kind: one.kind,
    email: one.kind === 'login' ? one.email : null,
    current: name === current,
  }));
  if (isJson) {
    for (const row of rows) terminal.printJson(row);
    return;
  }
  if (rows.length === 0) {
    terminal.message('No profiles. Run `signalbox login --url https://desk.example.com`.');
    return;
  }
  printTable(terminal, rows, [
    {
      title: 'PROFILE',
      value: ({ name, current: isCurrent }) => (isCurrent ? `${name} *` : name),
      paint: paintId,
    },
    { title: 'INSTANCE', value: (row) => row.url },
    { title: 'BY', value: ({ kind, email }) => (kind === 'key' ? 'API key' : `login of ${email}`) },
  ]);
}

const useProfile = async ({ store, args, terminal }: Invocation): Promise<void> => {
  const name = args['name'] ?? '';
  await store.update((all) => {
    if (!(name in all.profiles))
      throw usageError(
        `There is no profile ${name}.`,
        `Your profiles: ${Object.keys(all.profiles).join(', ') || 'none'}. Run \`signalbox login --profile ${name}\`.`,
      );
    all.current = name;
  });
  terminal.message(`Commands use profile ${name} from now on.`);
};

export const loginCommands: Command[] = [
  {
    path: 'login',
    summary: 'Sign in with a browser, or store an API key',
    description:
      'Prints an address, opens it in a browser and waits until you have signed in there. A login ends 30 days after you signed in. For scripts and servers, store an API key with --with-key, or set SIGNALBOX_URL and SIGNALBOX_API_KEY.',
    options: {
      'with-key': { summary: 'Read an API key from stdin instead of signing in' },
      'no-browser': { summary: 'Print the address only' },
    },
    examples: [
      'signalbox login --url https://desk.example.com',
      'signalbox login --url https://desk.example.com --profile ci --with-key < key.txt',
    ],
    run: login,
  },
  {
    path: 'logout',
    summary: 'Revoke the login and remove the profile',
    examples: ['signalbox logout', 'signalbox logout --profile ci'],
    run: logout,
  },
  {
    path: 'whoami',
    summary: 'Show who you are, with your roles',
    operationId: 'getMe',
    examples: ['signalbox whoami'],
    run: whoAmI,
  },
  {
    path: 'profiles',
    summary: 'List profiles',
    examples: ['signalbox profiles'],
    run: listProfiles,
  },
  {
    path: 'profiles use',
    summary: 'Choose the profile that commands use',
    args: [{ name: 'name', summary: 'Name of the profile' }],
    examples: ['signalbox profiles use staging'],
    run: useProfile,
  },
];
