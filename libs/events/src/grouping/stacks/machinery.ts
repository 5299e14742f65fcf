import type { FrameFacts } from '../../reading/stack/frame-facts.ts';
import type { Language } from '../../reading/stack/language.ts';

interface Machinery {
  readonly module?: RegExp;
  readonly function?: RegExp;
  readonly path?: RegExp;
}

const script: Machinery = {
  path: /[/\\]@sentry(?:-internal)?[/\\]|(?:browser|js)\.sentry-cdn\.com|^index \d+$|^(?:native|\[native code\]|<native>)$|[/\\]node_modules[/\\](?:winston|pino|bunyan|log4js)[/\\]/,
  function: /^(?:[A-Za-z]{1,40}\.)?sentryWrapped$/,
};

/**
 * Calls that raise, report or log errors, or that call other code by reflection. They are never
 * part of a grouping key, even when an SDK marks them as the application's, so an SDK upgrade does
 * not regroup events.
 */
const machinery: Partial<Record<Language, Machinery>> = {
  browser: script,
  node: script,
  python: { module: /^(?:sentry_sdk|raven|logging|loguru|structlog)(?:\.|$)/ },
  jvm: {
    module:
      /^(?:io\.sentry|org\.slf4j|ch\.qos\.logback|org\.apache\.(?:logging|log4j|commons\.logging)|java\.util\.logging|org\.jboss\.logging|io\.github\.oshai\.kotlinlogging|java\.lang\.reflect|java\.lang\.invoke|(?:jdk\.internal|sun)\.reflect)\./,
    function: /^getStackTrace$/,
  },
  go: {
    module:
      /^(?:github\.com\/getsentry\/(?:sentry|raven)-go|github\.com\/sirupsen\/logrus|github\.com\/rs\/zerolog|go\.uber\.org\/zap|log|log\/slog)(?:\/|$)/,
    function: /^(?:gopanic|panicmem|sigpanic|goexit|goPanic\w{0,40}|panic\w{0,40})$/,
    path: /getsentry[/\\]sentry-go@/,
  },
  rust: {
    function:
      /^<?&?(?:sentry(?:_\w{1,40})?|std::panicking|std::panic|std::backtrace(?:_rs)?|core::panicking|backtrace(?:_rs)?|log|tracing(?:_\w{1,40})?|anyhow|eyre|color_eyre|__rustc)::|^(?:rust_begin_unwind|rust_panic\w{0,40}|__rust_\w{1,60}|_rust_\w{1,60}|_Unwind_\w{1,40})$|^<alloc::boxed::Box<dyn .{0,200}PanicHookInfo/,
  },
  php: { path: /[/\\](?:vendor[/\\])?(?:sentry|monolog)[/\\]/, function: /^Sentry\\/ },
  ruby: { path: /[/\\]gems[/\\](?:sentry|logger)-|[/\\]logger(?:[/\\]\w{1,40})?\.rb$/ },
  dotnet: {
    module:
      /^(?:Sentry|Serilog|NLog|log4net|Microsoft\.Extensions\.Logging|System\.Runtime\.(?:ExceptionServices|CompilerServices)|System\.ThrowHelper)(?:\.|$)/,
  },
  elixir: { module: /^Elixir\.(?:Sentry|Logger)(?:\.|$)/, function: /^(?:Sentry|Logger)\./ },
  native: {
    function:
      /^(?:abort|raise|_?_?pthread_kill|__assert_\w{1,20}|objc_exception_throw|objc_exception_rethrow|__cxa_(?:re)?throw|std::terminate\(\)|std::__terminate.*|demangling_terminate_handler.*|_?swift_(?:reportError|runtime_on_report|unexpectedError)|_assertionFailure.*|Swift\._?(?:assertionFailure|fatalError).*|\+?\[?NSException raise.*|sentry_\w{1,60}|SentrySDK\..*|[-+]\[Sentry\w{1,60} .*)$/,
  },
  dart: { path: /^package:(?:sentry|logging)(?:_\w{1,40})?\// },
};

export function isMachinery(facts: FrameFacts): boolean {
  const parts = machinery[facts.language];
  if (!parts) return false;
  const path = facts.absPath ?? facts.filename;
  return (
    (parts.module !== undefined && facts.module !== undefined && parts.module.test(facts.module)) ||
    (parts.function !== undefined &&
      facts.function !== undefined &&
      parts.function.test(facts.function)) ||
    (parts.path !== undefined && path !== undefined && parts.path.test(path))
  );
}
