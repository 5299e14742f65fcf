import { describe, expect, it } from '@jest/globals';
import { toFrameSignature, toStablePath } from './frame-signature.ts';

describe('toStablePath', () => {
  it.each([
    ['https://cdn.example.com/app/main.3f2a9c1b.js?v=2#x', 'app/main.*.js'],
    ['app:///static/js/main.77c0de11.chunk.js', 'static/js/main.*.chunk.js'],
    ['/assets/index-DiwrgTd4.js', 'assets/index-*.js'],
    ['C:\\srv\\app\\a.js', 'C:/srv/app/a.js'],
    ['./src/a.ts', 'src/a.ts'],
    ['/srv/releases/20260105120000/app.rb', 'srv/releases/*/app.rb'],
    ['src/components/Button.tsx', 'src/components/Button.tsx'],
    ['src/checkout.js', 'src/checkout.js'],
    ['src/user-settings.js', 'src/user-settings.js'],
  ])('makes %j %j', (path, expected) => {
    expect(toStablePath(path)).toBe(expected);
  });

  it('makes the same of a path however many others it met before, and of long ones', () => {
    const folder = 'long/'.repeat(100);
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 2500; count += 1) {
        expect(toStablePath(`/app/${count}/./a.js`)).toBe(`app/${count}/a.js`);
      }
      expect(toStablePath(`/${folder}a.js?v=2`)).toBe(`${folder}a.js`);
    }
  });
});

describe('toFrameSignature', () => {
  const frame = { inApp: true, function: 'run', filename: 'a.js', line: 3, contextLine: '  x();' };

  it('does not depend on line, column or indentation', () => {
    const other = { ...frame, line: 9, column: 2, contextLine: 'x();  ' };
    expect(toFrameSignature(other)).toBe(toFrameSignature(frame));
  });

  it.each([
    ['whether it is asynchronous', { function: 'async run' }, { function: 'run' }],
    ['how code is spaced', { contextLine: '\tx\u00A0 =\n1;' }, { contextLine: 'x = 1;' }],
    ['numbers of variables', { function: 'a$12.b$3' }, { function: 'a$.b$' }],
    ...['<anonymous>', '?', 'anonymous', 'Object.<anonymous>'].map(
      (name) => [`the name ${name}`, { function: name }, { function: '' }] as const,
    ),
  ])('does not depend on %s', (_, one, other) => {
    expect(toFrameSignature({ ...frame, ...one })).toBe(toFrameSignature({ ...frame, ...other }));
  });

  it.each([
    ['function', { function: 'stop' }],
    ['file', { filename: 'b.js' }],
    ['line of code', { contextLine: 'y();' }],
    ['module', { module: 'app.views' }],
  ])('depends on the %s', (_, change) => {
    expect(toFrameSignature({ ...frame, ...change })).not.toBe(toFrameSignature(frame));
  });

  it('leaves minified code out', () => {
    const minified = { ...frame, contextLine: 'a'.repeat(500) };
    const changed = { ...frame, contextLine: 'b'.repeat(500) };
    expect(toFrameSignature(minified)).toBe(toFrameSignature(changed));
  });

  it('is absent where nothing is said', () => {
    expect(toFrameSignature({ inApp: false, function: '<anonymous>' })).toBeUndefined();
  });
});
