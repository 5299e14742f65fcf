import type { LibraryRule } from './library-rule.ts';

export const phpRules: readonly LibraryRule[] = [
  { name: 'packages of Composer', of: 'path', pattern: /(?:^|[/\\])vendor[/\\]/ },
  { name: "PHP's own functions", of: 'path', pattern: /^\[internal\]/ },
  { name: 'WordPress itself', of: 'path', pattern: /[/\\]wp-(?:includes|admin)[/\\]/ },
  {
    name: "Symfony's compiled container",
    of: 'path',
    pattern: /(?:^|[/\\])cache[/\\][^/\\]{1,60}[/\\]Container\w{7}[/\\]/,
  },
  {
    name: 'what frameworks start with',
    of: 'path',
    pattern: /(?:^|[/\\])(?:(?:public|web)[/\\](?:app|index)\.php|artisan|bin[/\\]console)$/,
    isUnnamed: true,
  },
];
