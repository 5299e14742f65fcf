import type { LibraryRule } from './library-rule.ts';

export const rubyRules: readonly LibraryRule[] = [
  { name: 'gems', of: 'path', pattern: /[/\\](?:gems|vendor[/\\]bundle|bundler[/\\]gems)[/\\]/ },
  { name: "Ruby's own library", of: 'path', pattern: /[/\\]lib[/\\]ruby[/\\]|^<internal:/ },
  {
    name: 'what gems start with',
    of: 'path',
    pattern: /[/\\]bin[/\\](?:bundle|rake|rails|puma|rspec|sidekiq|irb)$/,
  },
];
