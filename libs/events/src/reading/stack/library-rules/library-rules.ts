import type { Language } from '../language.ts';
import { jvmRules } from './jvm-rules.ts';
import type { LibraryRule } from './library-rule.ts';

/**
 * Matches `std::panicking::…`, `<std::thread::Thread>::new` and `<alloc::boxed::Box as
 * core::ops::Fn>::call`. Does not match `<std::vec::Vec as shop::Total>::total`, which the
 * application wrote for a type of the library.
 */
function ofCrates(name: string, crates: string): LibraryRule {
  const own = String.raw`<?(?:${crates})::[^ ]{1,512}$|(?:${crates})::`;
  const trait = String.raw`<&?(?:mut )?(?:dyn )?(?:${crates})::.{0,400}? as (?:${crates})::`;
  return { name, of: 'function', pattern: new RegExp(`^(?:${own}|${trait})`) };
}

const rustRules: readonly LibraryRule[] = [
  { name: 'the compiler', of: 'path', pattern: /[/\\]rustc[/\\]/ },
  { name: 'the sources of the standard library', of: 'path', pattern: /[/\\]rustlib[/\\]src[/\\]/ },
  { name: 'the registry of cargo', of: 'path', pattern: /[/\\]\.?cargo[/\\]registry[/\\]/ },
  { name: 'a checkout of cargo', of: 'path', pattern: /[/\\]\.?cargo[/\\]git[/\\]checkouts[/\\]/ },
  { name: 'a vendored crate', of: 'path', pattern: /[/\\]vendor[/\\]/ },
  {
    name: 'the C library',
    of: 'path',
    pattern:
      /^\.{0,2}[/\\]{0,2}(?:csu|nptl|sysdeps|misc|stdlib)[/\\]|[/\\]glibc[-/\\]|[/\\]sysdeps[/\\]/,
  },
  ofCrates('the standard library', 'std|core|alloc|proc_macro|test|__rustc|rustc_demangle'),
  ofCrates(
    'panics and backtraces',
    String.raw`backtrace(?:_rs)?|panic_unwind|color_eyre|anyhow|eyre`,
  ),
  ofCrates('the SDK', String.raw`sentry(?:_\w{1,40})?`),
  ofCrates(
    'logging',
    String.raw`log|env_logger|tracing(?:_(?:core|subscriber|log|error|futures|actix_web))?|slog|fern|log4rs`,
  ),
  ofCrates(
    'futures and servers',
    String.raw`tokio(?:_\w{1,40})?|futures(?:_\w{1,40})?|hyper(?:_\w{1,40})?|tower(?:_\w{1,40})?|axum(?:_\w{1,40})?|actix(?:_\w{1,40})?|warp|rocket|tonic|mio|rayon(?:_core)?|async_std|smol`,
  ),
  {
    name: 'what runs before and around main',
    of: 'function',
    pattern:
      /^(?:_?_?main|_start|start|clone3?|start_thread|_?_?pthread_\w{1,40}|__libc_start\w{0,40}|rust_begin_unwind|rust_panic\w{0,40}|__rust_\w{1,60}|_rust_\w{1,60}|_Unwind_\w{1,40}|BaseThreadInitThunk|RtlUserThreadStart|__scrt_\w{1,60}|invoke_main)$/,
  },
];

/**
 * Rules for both Node.js and browsers. Source maps restore the paths of modules, so these rules
 * also fit bundled code.
 */
const javascriptRules: readonly LibraryRule[] = [
  { name: 'node_modules', of: 'path', pattern: /[/\\~]node_modules[/\\]|^node_modules[/\\]/ },
  { name: 'packages of Yarn and Deno', of: 'path', pattern: /[/\\]\.yarn[/\\]|^(?:npm|jsr):/ },
  { name: 'Node itself', of: 'path', pattern: /^(?:node|internal|deno|ext|bun):|^internal\// },
  {
    name: "the engine's own functions",
    of: 'path',
    pattern: /^(?:native|\[native code\]|<native>)$/,
  },
  {
    name: 'the runtime of a bundler',
    of: 'path',
    pattern:
      /webpack[/\\](?:bootstrap|runtime)|\(webpack\)|turbopack[/\\]runtime|vite[/\\](?:client|preload)/,
  },
];

const browserRules: readonly LibraryRule[] = [
  ...javascriptRules,
  {
    name: 'extensions of browsers',
    of: 'path',
    pattern: /^(?:chrome|moz|safari|safari-web|ms-browser|webkit-masked-url)(?:-extension)?:\/\//,
  },
  {
    name: 'public hosts of packages',
    of: 'path',
    pattern:
      /^(?:https?:)?\/\/(?:cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|esm\.sh|code\.jquery\.com|ajax\.googleapis\.com|www\.googletagmanager\.com|browser\.sentry-cdn\.com|js\.sentry-cdn\.com)\//,
  },
  {
    name: 'chunks of libraries alone',
    of: 'path',
    // A suffix must be a hash or a version, so an application's own `vendor-list.js` does not
    // match.
    pattern:
      /[/\\](?:vendors?|chunk-vendors|polyfills?|framework|react-dom|jquery)(?:~[\w.~-]{0,100}|-node_modules_[\w.-]{0,100}|[-.]\d{1,3}(?:\.\d{1,3}){1,3}|[-.](?=[\w-]{0,40}\d)[\w-]{6,64})?(?:\.(?:min|chunk|bundle))?\.[mc]?js(?:[?#]|$)/,
  },
  { name: 'the SDK', of: 'function', pattern: /^(?:[A-Za-z]{1,40}\.)?sentryWrapped$/ },
];

const nativeRules: readonly LibraryRule[] = [
  {
    name: 'folders of the system',
    of: 'package',
    pattern:
      /^\/(?:usr\/lib|lib(?:32|64)?|System|Library\/Apple|apex|system|vendor\/lib|product)\/|^\/private\/var\/db\/|[/\\]RuntimeRoot[/\\]|^[A-Z]:\\windows\\/i,
  },
  {
    name: "Apple's frameworks",
    of: 'package',
    pattern:
      /(?:^|\/)(?:UIKit|UIKitCore|AppKit|SwiftUI|SwiftUICore|Foundation|CoreFoundation|CoreData|CFNetwork|GraphicsServices|QuartzCore|Combine|libsystem_\w{1,40}\.dylib|libdispatch\.dylib|libobjc\.A\.dylib|libswift\w{1,40}\.dylib|dyld(?:_sim)?)$/,
  },
  {
    name: 'libraries of Linux and Android',
    of: 'package',
    pattern:
      /(?:^|\/)(?:libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+|libc\+\+(?:_shared)?|ld-linux[\w-]{0,20}|linux-vdso|linux-gate|libart|libandroid_runtime|libutils|libbinder|libhwui)\.so/,
  },
  {
    name: 'libraries of Windows',
    of: 'package',
    pattern:
      /(?:^|[/\\])(?:ntdll|kernel32|kernelbase|user32|win32u|ucrtbased?|msvcp\d{1,4}|vcruntime\w{1,20}|combase|rpcrt4)\.dll$/i,
  },
  { name: 'the SDK', of: 'package', pattern: /(?:^|[/\\])(?:lib)?sentry(?:[-.][\w.-]{1,40})?$/i },
  {
    name: 'what runs before main and ends a program',
    of: 'function',
    pattern:
      /^(?:_start|start|clone3?|start_thread|__libc_start\w{0,40}|abort|raise|__pthread_kill|pthread_kill|__assert_fail|objc_exception_throw|__cxa_throw|std::terminate\(\)|BaseThreadInitThunk|RtlUserThreadStart|invoke_main|__scrt_common_main\w{0,20})$/,
  },
  {
    name: 'sources of the C library',
    of: 'path',
    pattern: /[/\\](?:csu|nptl|sysdeps)[/\\]|[/\\]glibc[-/\\]/,
  },
];

/**
 * Top-level packages of the standard library. `internal` belongs to the standard library only at
 * the start of an import path.
 */
const STANDARD =
  'archive|bufio|builtin|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak';

const goRules: readonly LibraryRule[] = [
  { name: 'the module cache', of: 'path', pattern: /[/\\]pkg[/\\]mod[/\\]/ },
  // Builds with `-trimpath` write `github.com/gin-gonic/gin@v1.9.1/context.go`.
  { name: 'a version of a module', of: 'path', pattern: /@v\d{1,9}\./ },
  { name: 'a vendored module', of: 'path', pattern: /[/\\]vendor[/\\]/ },
  {
    name: 'GOROOT',
    of: 'path',
    pattern:
      /[/\\]usr[/\\](?:local|lib)[/\\]go[^/\\]{0,20}[/\\]src[/\\]|[/\\](?:goroot|libexec|x64|arm64)[/\\]src[/\\]|[/\\]sdk[/\\]go\d[^/\\]{0,20}[/\\]src[/\\]|[/\\]Go[/\\]src[/\\]/,
  },
  { name: 'the standard library', of: 'module', pattern: new RegExp(`^(?:${STANDARD})(?:/|$)`) },
  { name: "Go's extended library", of: 'module', pattern: /^golang\.org\/x\// },
  {
    name: 'the SDK',
    of: 'module',
    pattern: /^github\.com\/getsentry\/(?:sentry|raven)-go(?:\/|$)/,
  },
  {
    name: 'logging',
    of: 'module',
    pattern: /^(?:github\.com\/(?:sirupsen\/logrus|rs\/zerolog)|go\.uber\.org\/zap)(?:\/|$)/,
  },
];

const phpRules: readonly LibraryRule[] = [
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

const elixirRules: readonly LibraryRule[] = [
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

const LIBRARIES =
  'Sentry|Serilog|NLog|log4net|Newtonsoft|Npgsql|MySql|MySqlConnector|Dapper|MassTransit|MediatR|AutoMapper|Polly|Hangfire|Quartz|Grpc|RabbitMQ|StackExchange|FluentValidation|Castle|Xunit|NUnit|UnityEngine|Mono|Xamarin';

const dotnetRules: readonly LibraryRule[] = [
  { name: 'the framework', of: 'module', pattern: /^(?:System|Microsoft|Windows|Interop)\./ },
  {
    name: 'assemblies of the framework',
    of: 'package',
    pattern: /^(?:System|Microsoft|mscorlib|netstandard)[.,]/,
  },
  { name: 'libraries', of: 'module', pattern: new RegExp(String.raw`^(?:${LIBRARIES})\.`) },
];

const dartRules: readonly LibraryRule[] = [
  { name: "Dart's own library", of: 'path', pattern: /^(?:org-dartlang-sdk:\/{1,3}|dart:)/ },
  { name: 'Flutter', of: 'path', pattern: /^package:(?:flutter|flutter_\w{1,40}|sky_engine)\// },
  { name: 'the SDK', of: 'path', pattern: /^package:sentry(?:_\w{1,40})?\// },
  {
    name: 'packages that many use',
    of: 'path',
    pattern:
      /^package:(?:async|bloc|cached_network_image|collection|dio|drift|get|get_it|go_router|hive|http|logging|path|provider|riverpod|rxdart|sqflite|stack_trace|test_api)\//,
  },
  { name: 'the cache of pub', of: 'path', pattern: /[/\\]\.pub-cache[/\\]/ },
];

const pythonRules: readonly LibraryRule[] = [
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

const rubyRules: readonly LibraryRule[] = [
  { name: 'gems', of: 'path', pattern: /[/\\](?:gems|vendor[/\\]bundle|bundler[/\\]gems)[/\\]/ },
  { name: "Ruby's own library", of: 'path', pattern: /[/\\]lib[/\\]ruby[/\\]|^<internal:/ },
  {
    name: 'what gems start with',
    of: 'path',
    pattern: /[/\\]bin[/\\](?:bundle|rake|rails|puma|rspec|sidekiq|irb)$/,
  },
];

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
