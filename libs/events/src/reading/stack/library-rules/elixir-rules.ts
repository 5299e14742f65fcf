import type { LibraryRule } from './library-rule.ts';

export const elixirRules: readonly LibraryRule[] = [
  { name: 'dependencies', of: 'path', pattern: /(?:^|[/\\])deps[/\\]/ },
  {
    name: "Elixir's own library",
    of: 'path',
    pattern: /^lib\/(?:elixir|eex|ex_unit|iex|logger|mix|stdlib|kernel)\/|[/\\]elixir[/\\]lib[/\\]/,
  },
  { name: "Erlang's own library", of: 'path', pattern: /\.erl$/ },
  {
    name: 'Phoenix and its kin',
    of: 'path',
    pattern: /^lib\/(?:phoenix|plug|ecto|db_connection|postgrex|oban|bandit|cowboy)(?:[/_.]|$)/,
  },
];
