// Decides whether a sentence has a finite verb. English marks no word as a verb, so the verbs of this project are listed, as in the dictionary of a spelling checker.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const AUXILIARIES = words(`
  is are was were has have had does do did may can cannot could would should must might will
`);

/** Verbs that are no nouns, in the third person. The plural is the same without the s. */
const VERBS = words(`
  accepts acquires adds admits advances affects allows analyzes ascends descends equals honours narrows triages wins aborts agrees alters announces appears appends applies approves
  arrives asks assembles assigns attaches awaits becomes begins behaves belongs breaks brings builds bypasses
  cancels carries chooses cites closes collects collides combines comes compares compiles completes composes compresses
  computes configures confirms connects considers consists contains continues converts costs covers creates cuts decides declares defaults
  decodes decrypts defers defines deletes delivers denies depends derives describes detects determines dies differs
  disables disappears discards disconnects discovers distinguishes divides draws drains drops edits embeds emits
  enables encodes encrypts enforces ensures enters evaluates exceeds excludes executes exists expects expires
  explains extends fails falls fetches fills finds finishes fits flushes follows forbids forgets forms forwards fulfils
  generates gets gives goes grows guarantees guards handles happens hashes hides holds identifies ignores implements implies imports includes
  increases indicates inherits inserts installs interrupts invalidates isolates joins keeps knows lacks lasts leads learns
  leaves lets lies listens lives loads locks logs looks loses makes maps marks matches matters means measures meets merges migrates moves
  navigates needs normalises notifies obtains occupies occurs offers omits opens orders outlives overlaps overrides
  overwrites owns parses passes pauses pays performs permits persists picks polls precedes prefers prepares presents preserves
  prevents prints produces proposes protects proves provides publishes purges puts raises reaches reads rebuilds receives
  recognises recommends recomputes reconnects recovers redirects refers refills refuses registers rejects releases relies reloads remains
  remembers removes renames renders renews repeats replaces replays represents requires reserves resolves respects responds
  restores resumes retires retries returns reveals revokes rewrites rotates runs saves says scans seals searches sees seems selects
  sends separates serialises serves sets settles shares shows shrinks shuts signs simulates skips slows sorts speaks splits stands starts
  stays stops stores strips submits subtracts succeeds suffices suffers suggests suits supplies survives takes
  tells terminates throws tolerates touches translates treats tries trusts turns unmerges understands unlocks unmarks updates
  uses validates vanishes varies verifies violates waits wakes walks wants warns weighs widens withdraws works worries wraps writes yields
`);

/** Verbs that are nouns as well: they count where a noun could not stand. */
const NOUN_VERBS = words(`
  accounts acts addresses aggregates answers attacks attempts batches blocks bounds branches buffers bundles caches
  calls caps captures causes changes charges checks claims clears clicks clones codes commands comments commits
  concerns conflicts connects controls copies counts crashes dates delays details documents doubles downloads drafts dumps
  empties ends errors escapes estimates exchanges exits exports features feeds figures files filters fires floods flows focuses
  folds forces frames freezes groups guesses hands hangs helps hits hooks houses indexes interests invites issues
  keys kills labels layers leases levels limits lines links lists mails masks messages mixes models mounts names
  mentions notes notices objects orders packs pages parts patches paths pins places plans plays points positions posts
  presses previews probes processes profiles programs promises prompts proxies queries questions queues quotes ranges ranks
  rates records references refreshes relays reports requests rests results reverses rolls rounds routes rules samples scales
  scopes scores scrapes scripts scrolls seeds sequences shapes shifts signals sizes sources spans spreads
  stages states steps streams supports sweeps switches tags targets tasks tests texts ticks times totals traces transitions traps
  trips types undoes values views visits votes watches words
`);

/** Forms of the past that are no participles. */
const PASTS = words(`
  became began broke came chose drew fell forgot gave got grew knew ran rose said saw spoke stood took went wrote
`);

const singular = (verb: string): string =>
  /(?:[sxz]|ch|sh)es$/.test(verb)
    ? verb.replace(/es$/, '')
    : /[^aeiou]ies$/.test(verb)
      ? verb.replace(/ies$/, 'y')
      : verb.replace(/s$/, '');

/** `uses` has both `us` and `use`; the wrong one does no harm. */
const plurals = (verbs: ReadonlySet<string>): string[] =>
  [...verbs].flatMap((verb) => [singular(verb), verb.replace(/s$/, '')]);

/** "Read", "set" and the like are participles as well, so their plural does not count. */
const PARTICIPLES_TOO = words('read set put cut let split shut cost hit become come run');

const PLURALS = new Set(plurals(VERBS).filter((verb) => !PARTICIPLES_TOO.has(verb)));
const NOUN_PLURALS = new Set(plurals(NOUN_VERBS));

/** A noun in the plural does not stand before these words. */
const AFTER_VERB = words(`
  the a an its their his her our your every each all any no none one two both another it them him us itself
  themselves this that these those what which who whose how why whether when where if nothing nobody everything something
  somebody anything more at with only again down as together
`);
/** A noun does not stand after these words, or stands there as an object that has its verb before. */
const BEFORE_VERB = words(`
  it they we he she you nobody nothing everybody everything somebody something who which that one never always
  also only then still not this each neither both
`);

/** An imperative is the same as the plural: "List incidents". */
export const isImperative = (word: string): boolean =>
  PLURALS.has(word) || NOUN_PLURALS.has(word) || PARTICIPLES_TOO.has(word);

/** Whether one of the words is a finite verb. A form after "to" is an infinitive. */
export function hasVerb(sentence: string): boolean {
  const tokens = sentence
    .replace(/`[^`]*`|"[^"]*"/g, ' x ')
    .toLowerCase()
    .split(/[^a-z0-9'-]+/)
    .filter(Boolean);
  return tokens.some((word, at) => {
    const before = at === 0 ? '' : (tokens[at - 1] ?? '');
    const after = tokens[at + 1] ?? '';
    if (before === 'to') return false;
    if (AUXILIARIES.has(word) || PASTS.has(word) || VERBS.has(word)) return true;
    if (PLURALS.has(word)) return !/^(?:a|an|the|its|of|no|each|every|this)$/.test(before);
    if (word.endsWith('ed')) return BEFORE_VERB.has(before);
    if (!NOUN_VERBS.has(word) && !NOUN_PLURALS.has(word)) return false;
    return at === 0 ? NOUN_VERBS.has(word) : BEFORE_VERB.has(before) || AFTER_VERB.has(after);
  });
}
