// Maps the severity words of monitoring systems to priorities and levels, so that no alert is lost because of a word.

const words = {
  P1: 'p1 critical crit emergency emerg fatal disaster alert page blocker outage down highest sev0 sev1 severity1 1',
  P2: 'p2 high major error err serious urgent sev2 severity2 2',
  P3: 'p3 medium moderate warning warn average normal degraded sev3 severity3 3',
  P4: 'p4 low minor info information informational notice debug trivial lowest none sev4 sev5 severity4 4 5',
};
const levelOf = { P1: 'high', P2: 'high', P3: 'medium', P4: 'low' } as const;

type Priority = keyof typeof words;

const priorities = new Map<string, Priority>(
  Object.entries(words).flatMap(([priority, list]) =>
    list.split(' ').map((word): [string, Priority] => [word, priority as Priority]),
  ),
);

/** Maps `SEV-1` and `sev 1` to `sev1`. */
const normalise = (word: string): string =>
  word
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');

export const priorityOfWord = (word: string): Priority | undefined =>
  priorities.get(normalise(word));

export const levelOfWord = (word: string): 'high' | 'medium' | 'low' | undefined => {
  const priority = priorityOfWord(word);
  return priority && levelOf[priority];
};
