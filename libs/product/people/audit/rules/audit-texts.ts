/** A line of the audit log, in texts for its sentence. */
export interface EntryTexts {
  readonly target: string;
  /** Name of the project. Empty when the change concerns no project. */
  readonly project: string;
  /** Such as ` in web`. Empty when the change concerns no project. */
  readonly inProject: string;
  readonly person: string;
  readonly isPersonGone: boolean;
  /**
   * Values before and after the change, as text. Lists are joined by commas. Empty when a value is
   * absent.
   */
  readonly from: string;
  readonly to: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Sentence = (told: EntryTexts) => string;

/**
 * How the audit log tells what a capability writes into it: sentences by kind of change, without the
 * leading name of the person (`search.saved`; with the field for settings, `settings.logs.days`), and
 * names of subjects by what stands before the change (`search`). Other subjects are named by that.
 */
export type AuditTexts = Readonly<Record<string, Sentence | string>>;

/** For a setting that is on or off, such as `the filter of crawlers`. */
export function tellSwitch(name: string): Sentence {
  return ({ project, after }) => `switched ${name} in ${project} ${toSwitched(after)}`;
}

export function quote(text: string): string {
  return `“${text}”`;
}

/** Returns text such as `1,200 issues`. */
export function countOf(number: string, what: string): string {
  return number === '1' ? `1 ${what}` : `${Number(number).toLocaleString('en')} ${what}s`;
}

/** For changes that a program made: `to` has the name of its token. */
export function byToken({ after }: Pick<EntryTexts, 'after'>): string {
  const { token = '' } = after as { token?: string };
  return ` with the token ${quote(token)}`;
}

function toSwitched(after: unknown): string {
  if (after === undefined) return 'back to what it is without a choice';
  return after === true ? 'on' : 'off';
}
