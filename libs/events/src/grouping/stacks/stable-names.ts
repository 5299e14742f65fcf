import type { Language } from '../../reading/stack/language.ts';
import { withoutPathsOfPhp } from '../../reading/stack/php-names.ts';

export interface CallName {
  readonly owner: string;
  readonly name: string;
}

type Namer = (name: string, owner: string) => CallName | undefined;

const namers: Partial<Record<Language, Namer>> = {
  browser: nameScriptCall,
  node: nameScriptCall,
  jvm: nameJvmCall,
  dotnet: nameDotnetCall,
  python: (name, owner) =>
    /^<(?:list|dict|set)comp>$|^<genexpr>$/.test(name) ? undefined : { owner, name },
  go: (name, owner) => ({
    owner,
    name: name
      .replace(/\[.*\]/, '')
      .replace(/(?:^|\.)(?:func|gowrap|deferwrap)\d+(?:[.-].*)?$/, '')
      .replace(/-fm$/, ''),
  }),
  rust: (name, owner) => ({
    owner,
    name: name
      .replace(/::h[\da-f]{16}$/, '')
      .replace(/17h[\da-f]{16}E$/, 'E')
      .replaceAll(/\[[\da-f]{8,16}\]/g, '')
      .replaceAll(/::(?:\{\{closure\}\}|\{closure#\d+\})/g, ''),
  }),
  php: (name, owner) => ({
    owner,
    name: withoutPathsOfPhp(name)
      .replace(/(\{closure:.*?):\d+\}/, '$1}')
      .replace(/(__TwigTemplate_)[\da-f]+/, '$1')
      .replace(/^Container\w{7}(?=\\)/, 'Container*')
      .replace(/(?<=Ghost|Proxy)[\dA-F][\da-f]{6}(?=::)/, '*'),
  }),
  ruby: (name, owner) => ({
    owner,
    name: name
      .replace(/^(block|rescue|ensure)(?: \(\d+ levels\))? in /, '$1 in ')
      .replace(/(?:^|(?<= in ))[A-Z][\w:]*[#.]/, '')
      .replace(/(_(?:erb|haml|slim|builder|jbuilder))_{1,3}\d+_\d+$/, '$1'),
  }),
  elixir: (name, owner) => ({
    owner,
    name: name.replace(/^anonymous fn\/\d+ in /, 'fn in ').replace(/-fun-\d+-"?(?:\/\d+)?/, '-fun'),
  }),
  native: (name, owner) => ({
    owner,
    name: name
      .replace(/ ?\[clone [^\]]*\]/g, '')
      .replace(/\.(?:cold|isra|constprop|part|llvm|lto_priv)(?:\.\d+)*(?=$|\.)/g, '')
      .replace(/^__\d+(?=[-+]\[)/, '')
      .replace(/_block_invoke(?:_\d+)?$/, ' block')
      .replaceAll(/\bclosure #\d+/g, 'closure'),
  }),
  dart: (name, owner) => ({ owner, name: name.replace(/\.<(?:anonymous closure|fn)>/g, '.<fn>') }),
};

/**
 * Removes lambda numbers, symbol hashes and closure suffixes from a call. Returns undefined for a
 * call that a compiler or runtime generated entirely.
 */
export function toStableCall(
  language: Language,
  name: string,
  owner: string,
): CallName | undefined {
  const namer = namers[language];
  return namer ? namer(name, owner) : { owner, name };
}

/** Returns the Java class behind a proxy, a lambda or an anonymous class. */
export function toStableClass(module: string): string {
  return module
    .replace(/\$\$(?:Enhancer|FastClass|Spring|Hibernate).*$/, '')
    .replace(/\$HibernateProxy\$.*$/, '')
    .replace(/_\$\$_(?:jvst|javassist).*$/, '')
    .replace(/_closure\d+/g, '_closure')
    .replaceAll(/\$\d+(?=\$|[A-Z]|$)/g, '$');
}

const MADE_BY_JVM =
  /\$\$(?:Enhancer|FastClass|Spring|Hibernate)|\$HibernateProxy\$|_\$\$_(?:jvst|javassist)|\$\$(?:Ex|In)ternalSynthetic|(?:^|\.)\$Proxy\d+$|\$\$Lambda|LambdaForm\$/;

function nameJvmCall(name: string, owner: string): CallName | undefined {
  if (MADE_BY_JVM.test(owner)) return undefined;
  const plain = name
    .replace(/^(lambda\$.*?)\$\d+$/, '$1')
    .replace(/\$lambda\$\d+(?:\$lambda\$\d+)*$/, '$$lambda')
    .replace(/^access\$\d+$/, 'access$');
  return { owner: toStableClass(owner), name: plain };
}

/**
 * Restores the method in names that the C# compiler made: `Checkout+<PayAsync>d__7.MoveNext`,
 * `<>c__DisplayClass4_0.<Main>b__1` and `<Main>g__Total|0_0`.
 */
function nameDotnetCall(name: string, owner: string): CallName {
  const [, host, method] = /^([^+]*)\+<(\w+)>d__\d+/.exec(owner) ?? [];
  if (host !== undefined && method !== undefined) return { owner: host, name: method };
  const plain = name
    .replace(/^<(\w*)>b__.*$/, '$1 lambda')
    .replace(/^<(\w*)>g__(\w+)\|.*$/, '$1 $2');
  return { owner: owner.replace(/\+<>c.*$/, '').replace(/\[\[.*$/s, ''), name: plain };
}

const UNNAMED =
  /^(?:<anonymous>|<computed>|anonymous|\?|eval|(?:global|module|eval) code|<global>|<unknown>)$/;

/**
 * Reads the function's name out of the formats of three engines: `Object.pay [as x]`, `async*pay`,
 * `get pay`, `outer/pay`, `outer/<`.
 */
function nameScriptCall(name: string, owner: string): CallName {
  const plain = name
    .replace(/ \[as [^\]]*\]$/, '')
    // Firefox writes the reason for an asynchronous call before the function's name: `async*`,
    // `promise callback*`, `setTimeout handler*`.
    .replace(/^(?:[\w. ]{1,60}\*|(?:async|new) (?=\S))/, '');
  const last = plain.endsWith('<')
    ? ''
    : (plain.split(/[./]/).at(-1) ?? '').replace(/^[gs]et (?=\S)/, '');
  return {
    owner,
    name: UNNAMED.test(last) || last === '<anonymous>' ? '' : last.replace(/\$\d+/g, '$'),
  };
}
