import { findOwn, type StackFrame } from '#shared';

const BY_ENDING: Readonly<Record<string, string>> = {
  js: 'javascript',
  cjs: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  cts: 'typescript',
  mts: 'typescript',
  tsx: 'typescript',
  html: 'xml',
  svelte: 'xml',
  vue: 'typescript',
  py: 'python',
  php: 'php',
  erb: 'ruby',
  rake: 'ruby',
  rb: 'ruby',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  groovy: 'groovy',
  scala: 'scala',
  go: 'go',
  rs: 'rust',
  cs: 'csharp',
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  h: 'cpp',
  hpp: 'cpp',
  swift: 'swift',
  m: 'objectivec',
  mm: 'objectivec',
  ex: 'elixir',
  exs: 'elixir',
  dart: 'dart',
  lua: 'lua',
  ps1: 'powershell',
  psm1: 'powershell',
};

/** Languages by the event's `platform`, for files with an unknown extension. */
const BY_PLATFORM: Readonly<Record<string, string>> = {
  javascript: 'javascript',
  node: 'javascript',
  python: 'python',
  php: 'php',
  ruby: 'ruby',
  java: 'java',
  go: 'go',
  rust: 'rust',
  csharp: 'csharp',
  cocoa: 'swift',
  native: 'cpp',
  c: 'c',
  elixir: 'elixir',
  dart: 'dart',
  groovy: 'groovy',
  powershell: 'powershell',
};

export function findLanguage(frame: StackFrame, platform: string): string | undefined {
  const path = (frame.filename ?? frame.absPath ?? '').replace(/[?#].*$/, '');
  const ending = /[^/\\]\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return (ending && findOwn(BY_ENDING, ending)) ?? findOwn(BY_PLATFORM, platform);
}
