// Generates pairs of questions for the cache: near-misses must never share a response, trivial variants should.
import { randomFrom } from '../../server/test/support/random.ts';

const topics = [
  'reset the password of {name}',
  'restart the server {host}',
  'connect to the VPN from {site}',
  'print on the printer {device} in {site}',
  'install update {code} on {host}',
  'approve change {change}',
  'restore the backup of {days} days ago',
  'raise the quota of {name} to {size} GB',
  'renew the certificate of {host}',
  'move the mailbox of {name} from {site} to {other}',
  'enable the alarm for {host}',
  'see why {incident} is open',
  'open port {port} on the firewall in {site}',
  'share the calendar with {name}',
  'roll out release {version} to {site}',
];

const values: Record<string, readonly string[]> = {
  name: ['Ada Lind', 'Oskar Wolf', 'Elif Kaya', 'Tom Reed', 'Mia Sand'],
  host: ['mail-01', 'mail-02', 'db-07', 'web-prod-3', 'web-prod-4'],
  site: ['Lyon', 'Graz', 'Old Mill', 'Porto', 'Leeds'],
  other: ['Bremen', 'Turin', 'Cork', 'Basel', 'Ghent'],
  device: ['PRN-201', 'PRN-202', 'PRN-310', 'PRN-311', 'PRN-400'],
  code: ['KB5034441', 'KB5034442', 'KB5029244', '0x80070005', '0x80070006'],
  change: ['CHG0012345', 'CHG0012346', 'CHG0000012', 'CHG0000021', 'CHG0000102'],
  incident: ['INC0000042', 'INC0000024', 'INC0000043', 'INC0000142', 'INC0000412'],
  days: ['3', '4', '30', '31', '300'],
  size: ['10', '100', '20', '50', '500'],
  port: ['80', '443', '8443', '8080', '22'],
  version: ['4.2.1', '4.2.10', '4.12.1', '5.0.0', '5.0.1'],
};

const forms = [
  'How do I {task}?',
  'How can I {task}?',
  'What is the way to {task}?',
  'When may I {task}?',
  'Who can {task}?',
];

/** Each replacement changes the meaning. */
const opposites: readonly [RegExp, string][] = [
  [/\benable\b/, 'disable'],
  [/\bopen port\b/, 'close port'],
  [/\binstall\b/, 'uninstall'],
  [/\bapprove\b/, 'reject'],
  [/\bfrom (.+) to (.+)$/, 'from $2 to $1'],
  [/\braise\b/, 'lower'],
  [/\broll out\b/, 'roll back'],
  [/\bconnect to\b/, 'disconnect from'],
  [/\bHow do I\b/, 'How do I not'],
  [/\bHow can I\b/, "Why can't I"],
  [/\bWho can\b/, 'Who cannot'],
  [/\bWhen may I\b/, 'When may I never'],
  [/\brestart\b/, 'shut down'],
  [/\brestore\b/, 'delete'],
];

/** None of these changes the meaning. */
const variants: readonly ((question: string) => string)[] = [
  (question) => question.toLowerCase(),
  (question) => question.toUpperCase(),
  (question) => question.replace(/\?$/, ''),
  (question) => `Please, ${question}`,
  (question) => `${question} Thanks!`,
  (question) => `Hello, ${question.replace(/\?$/, '')} please?`,
  (question) => question.replace('How do I', 'How can I').replace(/What is the way to/, 'How do I'),
  (question) => question.replace('How can I', 'how to').replace('How do I', 'how to'),
  (question) => `Can you tell me: ${question}`,
  (question) => `  ${question.replaceAll(' ', '  ')} `,
  (question) => question.replace(' the ', ' '),
  (question) => `I would like to know: ${question}`,
];

export interface Pair {
  one: string;
  other: string;
}

export function cachePairs(seed: number, misses: number, same: number) {
  const { pick, below } = randomFrom(seed);
  const fill = (template: string, chosen: Record<string, string>): string =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => chosen[name] ?? '');
  const draw = () =>
    Object.fromEntries(Object.entries(values).map(([name, some]) => [name, pick(some)]));
  const question = (template: string, form: string, chosen: Record<string, string>): string =>
    form.replace('{task}', fill(template, chosen));
  const nearMisses: Pair[] = [];
  while (nearMisses.length < misses) {
    const [template, form, chosen] = [pick(topics), pick(forms), draw()];
    const one = question(template, form, chosen);
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const usable = opposites.filter(([pattern]) => pattern.test(one.replace(/\?$/, '')));
    const isOpposite = usable.length > 0 && (names.length === 0 || below(2) === 0);
    const [pattern, replacement] = isOpposite ? pick(usable) : [/$^/, ''];
    const name = pick(names.length > 0 ? names : ['name']);
    const changed = { ...chosen, [name]: pick(values[name] ?? []) };
    const other = isOpposite
      ? `${one.replace(/\?$/, '').replace(pattern, replacement)}?`
      : question(template, form, changed);
    if (other !== one) nearMisses.push({ one, other });
  }
  const sameQuestions: Pair[] = [];
  while (sameQuestions.length < same) {
    const one = question(pick(topics), pick(forms.slice(0, 3)), draw());
    const other = pick(variants)(one);
    if (other !== one) sameQuestions.push({ one, other });
  }
  return { nearMisses, variants: sameQuestions };
}
