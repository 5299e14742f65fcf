/** Epoch milliseconds at which a project first saw its releases. */
export const releasesSeen: ReadonlyMap<string, number> = new Map([
  ['1.4.0', 10],
  ['shop@2.0.0', 20],
  ['blue', 30],
  ['shop@red', 40],
  ['1.4.2', 50],
  ['green', 60],
  ['1.5', 70],
]);

export const releaseCases: readonly (readonly [term: string, found: readonly string[]])[] = [
  ['release:>=1.4.2', ['shop@2.0.0', '1.4.2', 'green', '1.5']],
  ['release:<1.4.2', ['1.4.0', 'blue', 'shop@red']],
  ['!release:<1.4.2', ['shop@2.0.0', '1.4.2', 'green', '1.5']],
  ['release:>shop@1.9.0', ['shop@2.0.0']],
  ['release:<=2.0.0', ['1.4.0', 'shop@2.0.0', 'blue', '1.4.2', 'green', '1.5']],
  ['release:>blue', ['shop@red', '1.4.2', 'green', '1.5']],
  ['release:<=blue', ['1.4.0', 'shop@2.0.0', 'blue']],
  ['release:>=red', ['shop@red']],
  ['release:<1.5', ['1.4.0', 'blue', 'shop@red', '1.4.2', 'green']],
  ['release:>=1.4', ['1.4.0', 'shop@2.0.0', '1.4.2', '1.5']],
  ['release:[1.4.0, >=green]', ['1.4.0', 'green', '1.5']],
];
