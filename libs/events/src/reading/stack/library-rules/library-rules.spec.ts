import { describe, expect, it } from '@jest/globals';
import { CutNotes } from '../../../json/cut-notes.ts';
import type { FrameFacts } from '../frame-facts.ts';
import { StackReader } from '../frames.ts';
import { decideInApp } from '../in-app.ts';
import type { Language } from '../language.ts';
import { libraryRules } from './library-rules.ts';

type Frame = Omit<FrameFacts, 'language'>;

/** Names of rules, each with a frame that only this rule recognises. */
const libraries: Readonly<Partial<Record<Language, readonly (readonly [string, Frame])[]>>> = {
  jvm: [
    ['the JDK', { module: 'jdk.internal.reflect.DirectMethodHandleAccessor' }],
    ['other languages of the JVM', { module: 'kotlinx.coroutines.DispatchedTask' }],
    ['the SDK', { module: 'io.sentry.logback.SentryAppender' }],
    ['Android', { module: 'androidx.fragment.app.Fragment' }],
    ['Apache: Tomcat, log4j, HTTP client and others', { module: 'org.apache.coyote.Processor' }],
    ['Spring', { module: 'org.springframework.web.servlet.DispatcherServlet' }],
    ['logging', { module: 'ch.qos.logback.classic.Logger' }],
    ['servers', { module: 'io.netty.channel.Channel' }],
    ['storage', { module: 'org.hibernate.internal.SessionImpl' }],
    ['JSON, HTTP and asynchrony', { module: 'com.fasterxml.jackson.core.JsonParser' }],
    ['tests and builds', { module: 'org.junit.jupiter.engine.Launcher' }],
    ['classes made at run time', { module: 'com.acme.Orders$$SpringCGLIB$$0' }],
  ],
  go: [
    ['the module cache', { absPath: '/home/dev/go/pkg/mod/example.org/a/b.go' }],
    ['a version of a module', { filename: 'github.com/gin-gonic/gin@v1.9.1/context.go' }],
    ['a vendored module', { absPath: '/srv/shop/vendor/example.org/a/b.go' }],
    ['GOROOT', { absPath: '/usr/local/go/src/net/http/server.go' }],
    ['the standard library', { module: 'net/http' }],
    ["Go's extended library", { module: 'golang.org/x/sync/errgroup' }],
    ['the SDK', { module: 'github.com/getsentry/sentry-go/http' }],
    ['logging', { module: 'github.com/sirupsen/logrus' }],
  ],
  rust: [
    ['the compiler', { absPath: '/rustc/59807616e1fa/library/core/src/ops/function.rs' }],
    [
      'the sources of the standard library',
      { absPath: '/home/dev/.rustup/toolchains/x/lib/rustlib/src/rust/library/std/src/rt.rs' },
    ],
    ['the registry of cargo', { absPath: String.raw`C:\Users\dev\.cargo\registry\src\x\lib.rs` }],
    ['a checkout of cargo', { absPath: '/home/dev/.cargo/git/checkouts/x/src/lib.rs' }],
    ['a vendored crate', { absPath: '/srv/shop/vendor/serde/src/lib.rs' }],
    ['the C library', { absPath: './csu/../sysdeps/nptl/libc_start_call_main.h' }],
    ['the standard library', { function: '<std::thread::Thread>::new::thread_start' }],
    ['panics and backtraces', { function: 'anyhow::error::Error::msg' }],
    [
      'the SDK',
      { function: '<sentry_panic::Panic as sentry_core::Integration>::setup::{{closure}}' },
    ],
    ['logging', { function: 'tracing_subscriber::layer::Layered<L,S>::on_event' }],
    ['futures and servers', { function: 'tokio::runtime::park::block_on' }],
    ['what runs before and around main', { function: '__libc_start_main' }],
  ],
  browser: [
    ['node_modules', { filename: 'webpack-internal:///./node_modules/react-dom/index.js' }],
    ['packages of Yarn and Deno', { filename: '/srv/.yarn/cache/react/index.js' }],
    ['Node itself', { filename: 'node:internal/process/task_queues' }],
    ["the engine's own functions", { filename: '[native code]' }],
    ['the runtime of a bundler', { filename: 'https://shop.example/webpack/bootstrap' }],
    ['extensions of browsers', { filename: 'chrome-extension://abc/content.js' }],
    ['public hosts of packages', { filename: 'https://cdn.jsdelivr.net/npm/vue@3' }],
    [
      'chunks of libraries alone',
      { filename: 'https://shop.example/assets/vendors~main.3f2a9c1b.js?v=1' },
    ],
    [
      'the SDK',
      { function: 'HTMLButtonElement.sentryWrapped', filename: 'https://x.example/a.js' },
    ],
  ],
  node: [],
  python: [
    ['installed packages', { absPath: '/srv/venv/lib/site-packages/flask/app.py' }],
    ["Python's own library", { absPath: '/usr/lib/python3.11/json/decoder.py' }],
    ['frozen modules', { filename: '<frozen importlib._bootstrap>' }],
    ['the SDK', { module: 'sentry_sdk.integrations.logging' }],
  ],
  ruby: [
    ['gems', { absPath: '/usr/local/bundle/gems/rack-3.0/lib/rack.rb' }],
    ["Ruby's own library", { absPath: '<internal:kernel>' }],
    ['what gems start with', { absPath: '/usr/local/bin/rake' }],
  ],
  php: [
    ['packages of Composer', { absPath: '/srv/shop/vendor/symfony/http-kernel/Kernel.php' }],
    ["PHP's own functions", { filename: '[internal]' }],
    ['WordPress itself', { absPath: '/srv/wp-includes/plugin.php' }],
    [
      "Symfony's compiled container",
      { absPath: '/srv/var/cache/prod/ContainerVq0NmLv/getCartService.php', function: 'do' },
    ],
    ['what frameworks start with', { absPath: '/srv/shop/public/index.php' }],
  ],
  dotnet: [
    ['the framework', { module: 'System.Threading.Tasks.Task' }],
    ['assemblies of the framework', { package: 'System.Private.CoreLib, Version=9.0.0.0' }],
    ['libraries', { module: 'Newtonsoft.Json.JsonConvert' }],
  ],
  elixir: [
    ['dependencies', { filename: 'deps/jason/lib/jason.ex' }],
    ["Elixir's own library", { filename: 'lib/elixir/lib/enum.ex' }],
    ["Erlang's own library", { filename: 'gen_server.erl' }],
    ['Phoenix and its kin', { filename: 'lib/phoenix/router.ex' }],
  ],
  native: [
    ['folders of the system', { package: '/usr/lib/libfoo.dylib' }],
    ["Apple's frameworks", { package: 'UIKitCore' }],
    ['libraries of Linux and Android', { package: '/data/app/x/libc++_shared.so' }],
    ['libraries of Windows', { package: String.raw`D:\x\ntdll.dll` }],
    ['the SDK', { package: '/private/var/x/Shop.app/Frameworks/Sentry.framework/Sentry' }],
    ['what runs before main and ends a program', { function: '__pthread_kill' }],
    ['sources of the C library', { absPath: '/build/glibc-2.36/nptl/pthread_create.c' }],
  ],
  dart: [
    ["Dart's own library", { absPath: 'dart:async/zone.dart' }],
    ['Flutter', { absPath: 'package:flutter/src/widgets/framework.dart' }],
    ['the SDK', { absPath: 'package:sentry_flutter/src/x.dart' }],
    ['packages that many use', { absPath: 'package:dio/src/dio.dart' }],
    ['the cache of pub', { absPath: '/root/.pub-cache/hosted/pub.dev/x/lib/x.dart' }],
  ],
};

const applications: readonly (readonly [Language, Frame])[] = [
  ['jvm', { module: 'com.acme.shop.Checkout$Connection', filename: 'Checkout.java' }],
  ['jvm', { module: 'javafish.Main' }],
  ['go', { module: 'main', absPath: '/go/src/app/main.go' }],
  ['go', { module: 'netshop/http', absPath: '/srv/netshop/http/http.go' }],
  ['rust', { function: 'shoprs::billing::Cart<T>::pick', absPath: '/srv/rust/src/billing.rs' }],
  ['rust', { function: '<alloc::vec::Vec<u8> as shop::Total>::total', absPath: '/srv/src/a.rs' }],
  ['rust', { function: 'logistics::main', absPath: 'src/main.rs' }],
  ['browser', { filename: 'https://shop.example/assets/index-3f2a9c1b.js' }],
  ['browser', { filename: 'https://shop.example/js/vendor-list.js' }],
  ['node', { filename: '/srv/shop/src/internal/cart.js' }],
  ['python', { absPath: '/srv/shop/orders/views.py', module: 'orders.views' }],
  ['ruby', { absPath: '/srv/shop/app/models/cart.rb' }],
  ['php', { absPath: '/srv/shop/src/Controller/CartController.php' }],
  ['php', { absPath: '/srv/shop/public/index.php', function: '{closure}' }],
  ['dotnet', { module: 'Acme.Shop.Checkout', package: 'Acme.Shop' }],
  ['elixir', { filename: 'lib/shop/cart.ex' }],
  ['native', { package: '/private/var/containers/Bundle/Application/X/Shop.app/Shop' }],
  ['dart', { absPath: 'package:shop/cart.dart' }],
  ['other', { function: 'total' }],
];

const cases = Object.entries(libraries).flatMap(([language, list]) =>
  list.map(([name, frame]) => ({ language: language as Language, name, frame })),
);

describe('the rules for frames of libraries', () => {
  it.each(cases)('recognise $name in $language', ({ language, name, frame }) => {
    const facts = { language, ...frame };
    expect(decideInApp(undefined, facts)).toBe(false);
    const path = frame.absPath ?? frame.filename;
    const texts = { ...frame, path };
    const hit = libraryRules[language].filter(({ of, pattern }) => pattern.test(texts[of] ?? ''));
    expect(hit.map((rule) => rule.name)).toEqual([name]);
  });

  it.each(Object.keys(libraries) as Language[])('all have a case here for %s', (language) => {
    const tried = libraries[language]!.map(([name]) => name);
    const shared = language === 'node' ? libraries.browser!.map(([name]) => name) : [];
    const names = libraryRules[language].map(({ name }) => name);
    expect([...tried, ...shared]).toEqual(expect.arrayContaining(names));
  });

  it.each(applications)('leave to the application in %s the frame %j', (language, frame) => {
    expect(decideInApp(undefined, { language, ...frame })).toBe(true);
  });

  it('give a JavaScript call without a file to the engine, whatever its SDK says', () => {
    expect(decideInApp(true, { language: 'node', function: 'Date.toISOString' })).toBe(false);
    expect(decideInApp(true, { language: 'jvm', function: 'toISOString' })).toBe(true);
  });

  it('do not take an empty frame for the application’s', () => {
    expect(decideInApp(undefined, { language: 'jvm' })).toBe(false);
  });

  it.each<[Language, boolean]>([
    ['jvm', true],
    ['python', true],
    ['node', true],
    ['browser', false],
    ['go', false],
    ['php', false],
    ['rust', false],
  ])('believe the SDK of %s that a library is in-app: %s', (language, isBelieved) => {
    const [, frame] = libraries[language]?.[0] ?? ['', { filename: 'node:fs' }];
    expect(decideInApp(true, { language, ...frame })).toBe(isBelieved);
  });

  it.each([
    ['"/srv/shop/views/cart.ejs"', true],
    ['/srv/shop/node_modules/admin/views/cart.ejs', false],
    ['eval at wrap (/srv/shop/node_modules/pug-runtime/wrap.js:6:10), <anonymous>', false],
  ])('recognise compiled code as a template by its name: %s', (filename, isOwn) => {
    const { function: name, inApp } = new StackReader(
      { platform: 'node' },
      { notes: new CutNotes() },
    ).readFailingFrame({ frames: [{ filename, function: 'eval', in_app: false }] })[0]!;
    expect({ name, inApp }).toEqual({ name: 'eval', inApp: isOwn });
  });

  it.each(applications)('believe each SDK that a frame is not in-app: %s', (language, frame) => {
    expect(decideInApp(false, { language, ...frame })).toBe(false);
  });
});
