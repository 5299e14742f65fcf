import type { LibraryRule } from './library-rule.ts';

export const pythonRules: readonly LibraryRule[] = [
  { name: 'installed packages', of: 'path', pattern: /[/\\](?:site|dist)-packages[/\\]/ },
  {
    name: "Python's own library",
    of: 'path',
    pattern:
      /[/\\]lib(?:64)?[/\\](?:python|pypy)\d|[/\\]Python\d{1,4}[/\\]Lib[/\\]|[/\\]python\d{1,4}\.zip[/\\]/i,
  },
  { name: 'frozen modules', of: 'path', pattern: /<frozen [\w.]{1,200}>$/ },
  { name: 'the SDK', of: 'module', pattern: /^(?:sentry_sdk|raven)(?:\.|$)/ },
];
