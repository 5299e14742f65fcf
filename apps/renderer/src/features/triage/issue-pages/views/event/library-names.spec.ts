import { expect, test } from '@jest/globals';
import type { StackFrame } from '#shared';
import { nameLibraries, nameLibrary } from './library-names.ts';

const at = (traits: Partial<StackFrame>): StackFrame => ({ inApp: false, ...traits });

test.each<[string | undefined, Partial<StackFrame>]>([
  ['express', { filename: '/app/node_modules/express/lib/router/layer.js' }],
  ['@nestjs/core', { filename: 'node_modules/.pnpm/x@1/node_modules/@nestjs/core/router.js' }],
  ['express', { absPath: String.raw`C:\app\node_modules\express\index.js`, filename: 'index.js' }],
  ['node:internal', { filename: 'node:internal/process/task_queues' }],
  ['django', { absPath: '/usr/lib/python3.12/site-packages/django/core/x.py' }],
  ['six', { absPath: '/venv/lib/python3.12/site-packages/six.py' }],
  ['python', { absPath: '/usr/local/lib/python3.12/asyncio/runners.py' }],
  [
    'github.com/gin-gonic/gin',
    { absPath: '/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go' },
  ],
  ['tokio', { absPath: '/root/.cargo/registry/src/index.crates.io-6f/tokio-1.35.0/src/a.rs' }],
  ['active-record', { absPath: '/usr/lib/ruby/gems/3.3.0/gems/active-record-7.1.2/lib/a.rb' }],
  ['laravel/framework', { filename: '/var/www/vendor/laravel/framework/src/Pipeline.php' }],
  ['org.springframework', { module: 'org.springframework.web.servlet', filename: 'A.java' }],
  ['java', { module: 'java.util.concurrent', filename: 'B.java' }],
  ['libc.so.6', { package: '/lib/x86_64-linux-gnu/libc.so.6' }],
  ['encoding/json', { absPath: '/usr/local/go/src/encoding/json/decode.go' }],
  ['react-dom.js', { filename: 'https://cdn.example.com/lib/react-dom.js?v=1' }],
  [undefined, { filename: 'https://cdn.example.com/' }],
  [undefined, { module: 'net/http' }],
  [undefined, {}],
])('nameLibrary returns %s for the frame %j', (name, traits) => {
  expect(nameLibrary(at(traits))).toBe(name);
});

test('nameLibraries names each library once, and no more than three', () => {
  const of = (name: string): StackFrame => at({ filename: `node_modules/${name}/index.js` });
  expect(nameLibraries([of('a'), of('b'), of('a')])).toBe('3 library frames: a, b');
  expect(nameLibraries(['a', 'b', 'c', 'd', 'e'].map(of))).toBe(
    '5 library frames: a, b, c and 2 more',
  );
  expect(nameLibraries([at({}), at({})])).toBe('2 library frames');
});

test('nameLibrary reads the end of a long path', () => {
  const long = '/pkg/mod/'.repeat(120);
  expect(nameLibrary(at({ absPath: `${long}node_modules/express/index.js` }))).toBe('express');
  expect(nameLibrary(at({ absPath: `node_modules/express/${long}` }))).toBeUndefined();
});
