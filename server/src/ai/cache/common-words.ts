// Only common words may differ between equal questions: a name, a site, a number, an opposite or a negation may not.

export const commonWords: ReadonlySet<string> = new Set(
  `a about actually again all already also am an and any anybody anyone anything are around as ask asked at be because been
  being both but by can cannot-be come comes could currently day did do does doing done each either else ever every explain
  find for get gets getting give go goes going got had happen happened happening happens has have having he hello help helped
  her here hey hi him his hope how howto i if in into is it its itself just keep keeps kind kindly know let like look looking
  made make makes many may maybe me mean might mine more most much must my myself need needed needs now of often okay on one's
  only or our ours please possible procedure proper properly question quick quickly quite rather really right same say says
  see seem seems shall she should show simply so some somebody someone something soon step still such suddenly sure take tell
  than thank thanks that the their them then there these they thing this those to today together too tried trying us
  use used using usually very want wanted wants was way we well were what whats when-ever which while will wish with
  wonder wondering work-out would yes you your yours`.split(/\s+/),
);

/** Negations are always compared, in every written form. */
export const negations: ReadonlySet<string> = new Set([
  'not',
  'no',
  'never',
  'none',
  'nobody',
  'nothing',
  'neither',
  'nor',
  'without',
  'except',
  'unless',
]);

/** A direction after one of these verbs reverses the meaning: log in and log out, turn on and turn off. */
export const directedVerbs: ReadonlySet<string> = new Set(
  `turn turned turning switch switched switching power powered log logged logging sign signed signing set shut scale roll
  rolled check opt plug lock move go bring come put take back sync upload download step walk pull push`.split(
    /\s+/,
  ),
);

export const directions: ReadonlySet<string> = new Set([
  'on',
  'off',
  'in',
  'out',
  'up',
  'down',
  'to',
  'into',
]);
