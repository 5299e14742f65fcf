/**
 * What each service is started with, here and in its container: a bound on V8's young generation. V8 lets it grow to
 * 16 MB three times over and keeps them, for garbage that is gone a second later. The renderer makes far more of it: at
 * 8 MB a page takes 3 % more of a core and the process 18 MB less under load, at 4 MB a page 10 % more (ADR 40).
 */
export const V8_OPTIONS = {
  relay: ['--max-semi-space-size=4'],
  renderer: ['--max-semi-space-size=8'],
};
