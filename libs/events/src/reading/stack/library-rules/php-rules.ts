import type { LibraryRule } from './library-rule.ts';

export const phpRules: readonly LibraryRule[] = [
  { name: 'packages of Composer', of: 'path', pattern: /(?:^|[/\\])vendor[/\\]/ },
  { name: "PHP's own functions", of: 'path', pattern: /^\[internal\]/ },
  { name: 'WordPress itself', of: 'path', pattern: /[/\\]wp-(?:includes|admin)[/\\]/ },
];
