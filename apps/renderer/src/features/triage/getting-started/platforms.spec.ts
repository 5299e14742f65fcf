import { describe, expect, it, test } from '@jest/globals';
import ts from 'typescript';
import type { Snippet } from './getting-started.dto.ts';
import { platforms } from './platforms.ts';
import type { Platform } from './platforms/platform.ts';

const ISSUE = [
  'Browser JavaScript, React, Vue, Next.js, Node.js, NestJS, Python, Django, Flask, FastAPI',
  'PHP, Laravel, Ruby, Java, Spring Boot, Go, .NET',
];

const NOT_TAKEN = /trac(?:e|ing)|replay|profil|metrics|send_?default_?pii/i;

function listSnippets({ install, configure, verify, tunnel }: Platform): Snippet[] {
  return [install, ...configure, verify, ...(tunnel ? [...tunnel.configure, tunnel.host] : [])];
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

test('the page of getting started offers every required platform, once', () => {
  const names = platforms.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(ISSUE.flatMap((line) => line.split(', '))));
  expect(new Set(platforms.map(({ id }) => id)).size).toBe(platforms.length);
});

describe.each(platforms.map((platform) => [platform.name, platform] as const))(
  'platform %s',
  (_, of) => {
    it('says where and when its snippets were checked', () => {
      expect(of.source).toMatch(/^https:\/\/docs\.sentry\.io\/platforms\/[a-z/-]+\/$/);
      expect(of.checked).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    });

    it('has the DSN at most once in each file, with release, environment and logs beside it', () => {
      for (const { code } of listSnippets(of))
        expect(count(code, '__DSN__')).toBeLessThanOrEqual(1);
      for (const files of [of.configure, of.tunnel?.configure ?? of.configure]) {
        const [init, ...others] = files.filter(({ code }) => code.includes('__DSN__'));
        expect(init).toBeDefined();
        for (const { code } of [init!, ...others]) {
          expect(code).toMatch(/__RELEASE__[^]*__ENVIRONMENT__[^]*log/i);
        }
      }
    });

    it('enables no feature that Errata does not support', () => {
      for (const { code } of listSnippets(of)) {
        expect(code.replace(/telemetry: false/, '')).not.toMatch(NOT_TAKEN);
      }
    });

    it('reports through a tunnel only in the snippets for a tunnel', () => {
      expect(of.configure.filter(({ code }) => code.includes('tunnel'))).toEqual([]);
      const tunnelled = of.tunnel?.configure.filter(({ code }) => code.includes('tunnel: '));
      expect(tunnelled?.length).toBe(of.tunnel ? 1 : undefined);
    });
  },
);

const IN_JAVASCRIPT = ['javascript', 'react', 'vue', 'nextjs', 'node', 'nestjs'];
const OTHERS = /^(?:Terminal|nginx|.*\(\.vue\)$)/;

const scripts = platforms
  .filter(({ id }) => IN_JAVASCRIPT.includes(id))
  .flatMap((platform) =>
    listSnippets(platform)
      .filter(({ file }) => !OTHERS.test(file))
      .map(({ file, code }) => [`${platform.name}, ${file}`, code] as const),
  );

test.each(scripts)('the snippet of %s parses', (_, code) => {
  const { diagnostics } = ts.transpileModule(code, {
    fileName: 'snippet.tsx',
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, experimentalDecorators: true },
  });
  expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
});
