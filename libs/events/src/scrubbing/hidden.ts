import type { HidingRule } from '#shared';

/** Replaces a hidden value. SDKs write the same text for values that they hide themselves. */
export const HIDDEN = '[Filtered]';

export type HiddenListener = (rule: HidingRule) => void;

/**
 * Hides the secrets that one rule finds in a text. Returns the same text when there is nothing to
 * hide. Takes time linear in the text's length.
 */
export type HideInText = (text: string, tell: HiddenListener) => string;
