import { type JsonObject, readObject } from '../../json/shape.ts';

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

export function readFrameLanguage(frame: JsonObject, language: Language): Language {
  const platform = frame['platform'];
  if (platform === undefined || platform === null) return language;
  const own = toLanguage(platform) ?? language;
  return own === 'native' && language === 'rust' ? 'rust' : own;
}

function toLanguage(platform: unknown): Language | undefined {
  return typeof platform === 'string' && Object.hasOwn(byPlatform, platform)
    ? byPlatform[platform]
    : undefined;
}
