import type { Language } from '../language.ts';
import { dartRules } from './dart-rules.ts';
import { dotnetRules } from './dotnet-rules.ts';
import { elixirRules } from './elixir-rules.ts';
import { goRules } from './go-rules.ts';
import { browserRules, javascriptRules } from './javascript-rules.ts';
import { jvmRules } from './jvm-rules.ts';
import type { LibraryRule } from './library-rule.ts';
import { nativeRules } from './native-rules.ts';
import { phpRules } from './php-rules.ts';
import { pythonRules } from './python-rules.ts';
import { rubyRules } from './ruby-rules.ts';
import { rustRules } from './rust-rules.ts';

export const libraryRules: Readonly<Record<Language, readonly LibraryRule[]>> = {
  python: pythonRules,
  jvm: jvmRules,
  go: goRules,
  rust: rustRules,
  browser: browserRules,
  node: javascriptRules,
  php: phpRules,
  ruby: rubyRules,
  dotnet: dotnetRules,
  elixir: elixirRules,
  native: nativeRules,
  dart: dartRules,
  // The first rule of each list matches folders of packages, such as `node_modules`. Only these
  // rules apply to frames in unknown languages.
  other: [javascriptRules, pythonRules, rubyRules].flatMap((rules) => rules.slice(0, 1)),
};
