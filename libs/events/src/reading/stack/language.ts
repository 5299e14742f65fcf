import { type JsonObject, readObject } from '../../json/shape.ts';
import { type GroupingVersion, NEWEST_GROUPING } from './grouping-version.ts';

export type Language =
  | 'python'
  | 'jvm'
  | 'go'
  | 'rust'
  | 'browser'
  | 'node'
  | 'php'
  | 'ruby'
  | 'dotnet'
  | 'elixir'
  | 'native'
  | 'dart'
  | 'other';

const byPlatform: Readonly<Record<string, Language>> = {
  python: 'python',
  java: 'jvm',
  kotlin: 'jvm',
  groovy: 'jvm',
  scala: 'jvm',
  clojure: 'jvm',
  go: 'go',
  rust: 'rust',
  javascript: 'browser',
  node: 'node',
  bun: 'node',
  deno: 'node',
  php: 'php',
  ruby: 'ruby',
  csharp: 'dotnet',
  fsharp: 'dotnet',
  dotnet: 'dotnet',
  elixir: 'elixir',
  erlang: 'elixir',
  native: 'native',
  c: 'native',
  cocoa: 'native',
  objc: 'native',
  swift: 'native',
  dart: 'dart',
  flutter: 'dart',
};

/**
 * Rust's SDK sends the platform `native`, as the SDKs for C and Swift do, so the SDK's name tells
 * them apart.
 */
export function readLanguage(event: JsonObject): Language {
  const language = toLanguage(event['platform']) ?? 'other';
  const sdk = readObject(event['sdk'])?.['name'];
  const isRust = typeof sdk === 'string' && sdk.startsWith('sentry.rust');
  return language === 'native' && isRust ? 'rust' : language;
}

/** A frame whose own platform has no rules here, such as `gdscript`, is in another language. */
export function readFrameLanguage(
  { platform }: JsonObject,
  language: Language,
  version: GroupingVersion = NEWEST_GROUPING,
): Language {
  if (typeof platform !== 'string' || platform === '') return language;
  const own = toLanguage(platform) ?? (version === 1 ? language : 'other');
  return own === 'native' && language === 'rust' ? 'rust' : own;
}

function toLanguage(platform: unknown): Language | undefined {
  return typeof platform === 'string' && Object.hasOwn(byPlatform, platform)
    ? byPlatform[platform]
    : undefined;
}
