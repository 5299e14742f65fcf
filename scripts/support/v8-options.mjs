/**
 * What each service is started with, here and in its container: a bound on V8's young generation. At
 * start V8 lets it grow to 16 MB three times over and keeps them, for garbage that is gone a second
 * later. The renderer makes far more of it: at 8 MB a page took 8 % more of a core, at 4 MB a third
 * more (measured), so it keeps V8's own.
 */
export const V8_OPTIONS = {
  relay: ['--max-semi-space-size=4'],
  renderer: ['--max-semi-space-size=16'],
};
