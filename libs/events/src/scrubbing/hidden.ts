import type { HidingRule } from '#shared';

/** Stands for a value that was taken out; SDKs write the same for what they take out themselves. */
export const HIDDEN = '[Filtered]';

/** Is told each value that was taken out. */
export type TellHidden = (rule: HidingRule) => void;

/** Takes what one rule says out of a text. The same text where there is nothing. Time is linear in the length. */
export type HideInText = (text: string, tell: TellHidden) => string;
