import type { GroupingVersion } from '../../reading/stack/grouping-version.ts';
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
  { name, owner }: CallName,
  { language, version }: { readonly language: Language; readonly version: GroupingVersion },
): CallName | undefined {
  const toName = namers[language] ?? toSame;
  if (version === 1) return toName(name, owner);
  if (language === 'jvm' && MADE_BY_R8.test(name)) return undefined;
  const numbered = NUMBERED[language] ?? NUMBERED_TEXTS;
  const plain = hideNumbers(name, numbered);
  return toName(
    language === 'jvm' ? hideNumbers(plain, NUMBERED_METHODS) : plain,
    hideNumbers(owner, numbered),
  );
}

function toSame(name: string, owner: string): CallName {
  return { owner, name };
}

type Numbered = readonly (readonly [pattern: RegExp, as: string])[];

/** Matches numbers of code that a program made: `<rule 1>`, `(eval 12)` and `#find#3`. */
const NUMBERED_TEXTS: Numbered = [
  [/(?<=<[a-z][a-z _-]{0,30})[ _-]?\d{1,9}(?:[-_][\da-f]{4,40})?(?=>)/gi, ''],
  [/(?<=\((?:eval|erb))[ _]\d{1,9}(?=\))/g, ''],
  [/#\d{1,9}(?=[#"]|$)/g, '#'],
];
/** Hermes: `?anon_0_`. WebAssembly: `wasm-function[12]`. webpack: `Object.4412`. Rollup: `pay$1`. */
const NUMBERED_OF_SCRIPTS: Numbered = [
  ...NUMBERED_TEXTS,
  [/^\?anon_\d{1,9}_|^wasm-function\[\d{1,9}\]$|^(?:(?:Object|Module)\.)?\d{1,9}$/, ''],
  [/(?<=\w)\$\d{1,4}$/, ''],
];

/** Numbers and hashes that compilers put into names. The next build has others. */
const NUMBERED: Partial<Record<Language, Numbered>> = {
  jvm: [
    // Clojure: `find_all$fn__12345`, `eval1234`.
    [/__\d{1,9}(?=[$.]|$)/g, ''],
    [/(?<=(?:^|[$.])(?:eval|form-init|user-eval))\d{1,20}(?=[$.]|$)/g, ''],
    // Groovy: `Script12`. Spark: `GeneratedIteratorForCodegenStage3`.
    [/(?<=(?:^|[.$])(?:Script|Generated[A-Za-z]{1,40}))\d{1,9}(?=[.$]|$)/g, ''],
    // Kotlin and Compose: `main$lambda-0`, `CartKt$lambda-1$1`, `lambda$-1234567`.
    [/(?<=lambda)\$?-\d{1,12}/g, ''],
  ],
  dotnet: [
    // F#: `find@12-1`. Visual Basic: `_Lambda$__3-0`, `VB$StateMachine_3_Pay`.
    [/(?<=@)\d{1,9}(?:-\d{1,9})?(?=$|[.+[])/g, ''],
    // Compiled expressions: `lambda_method12`. Castle: `OrderProxy_1`. Scripts: `Submission#3`.
    [/(?<=^lambda_method_?|[a-z]Proxy_?|^Submission#)\d{1,9}/g, ''],
    [/(?<=_Lambda\$__)[R\d-]{1,12}|(?<=VB\$StateMachine_)\d{1,9}_/g, ''],
  ],
  native: [
    // Visual C++: `<lambda_4f3e…>`. GCC: `{lambda(int)#2}`. Clang: `$_3`, `'lambda0'`. OCaml:
    // `camlShop__find_12`.
    [/(?<=<lambda)_[\da-f]{1,40}(?=>)/g, ''],
    [/(?<=\)|\{unnamed type)#\d{1,6}(?=\})|(?<='lambda)\d{1,6}(?=')/g, ''],
    // Swift: each `await` ends a part of its function.
    [/^\(\d{1,4}\) (?:await|suspend) resume partial function for /, ''],
    [/(?<=\$_)\d{1,6}(?=$|::|\()/g, ''],
    // D and Zig: `__lambda3`, `pay__anon_123`.
    [/(?<=__(?:anon_|lambda|dgliteral|foreachbody))\d{1,9}/g, ''],
    [/(?<=^caml[A-Z]\w{0,200})_\d{1,9}$/, ''],
  ],
  // Airflow: `unusual_prefix_3f2a…_daily`, with a hash of the folder in which the file stands.
  python: [...NUMBERED_TEXTS, [/(?<=^unusual_prefix_)[\da-f]{40}(?=_)/, '*']],
  rust: [],
  php: [
    ...NUMBERED_TEXTS,
    // Smarty: `content_5f3b2a1c9d8e72_12345678`.
    [/(?<=^content_)[\da-f_.]{10,60}$/, '*'],
  ],
  // Tilt, of Sinatra: `__tilt_1820`.
  ruby: [...NUMBERED_TEXTS, [/(?<=__tilt_)\d{1,20}/g, '']],
  browser: NUMBERED_OF_SCRIPTS,
  node: NUMBERED_OF_SCRIPTS,
};

/** Scala: `$anonfun$find$1$adapted`, `pay$default$2`. Kotlin: `invoke$lambda$1$lambda$0`. */
const NUMBERED_METHODS: Numbered = [
  [/\$\d{1,9}(?:\$adapted)?(?=\$|$)/g, ''],
  [/(?:\$lambda){2,9}$/, '$$lambda'],
];

/** R8 and Android's compiler name methods of their own by hashes. */
const MADE_BY_R8 = /^\$r8\$|^-\$\$/;

function hideNumbers(text: string, numbered: Numbered): string {
  if (!/\d/.test(text)) return text;
  return numbered.reduce((rest, [pattern, as]) => rest.replace(pattern, as), text);
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
