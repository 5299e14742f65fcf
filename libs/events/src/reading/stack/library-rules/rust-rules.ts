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

export const rustRules: readonly LibraryRule[] = [
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
