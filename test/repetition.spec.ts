import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/**
 * How often sources may say something again (ADR 210). The first two fall, and never grow. Sources
 * have hardly more tokens than before that decision (1,096,691), whatever capabilities come.
 * Accounts, uploads and pauses brought 8,400, which later deletions owe.
 */
const MOST = { conditionalSpreads: 196, mappers: 159, tokens: 1_105_200 };

type Counts = typeof MOST;

const paths = execFileSync('git', ['ls-files', 'apps', 'libs'], { cwd: root, encoding: 'utf8' });
const sources = paths
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.|\.d\.ts$|\/test(?:ing)?\//.test(path));

test.each(Object.keys(MOST) as (keyof Counts)[])('sources have no more %s', (what) => {
  expect(total()[what]).toBeLessThanOrEqual(MOST[what]);
});

test.each([
  ['a spread of one of two objects', '({ ...(a ? { a } : {}), ...(b && { b }), ...c });', [2, 0]],
  ['functions that carry values over', 'function f(a) { return { b: a.b }; }', [0, 1]],
  ['no function that does more', 'function f(a) { g(); return { b: a.b }; }', [0, 0]],
  ['no function without a parameter', 'function f() { return { b: 1 }; }', [0, 0]],
])('the check counts %s', (_what, text, [conditionalSpreads, mappers]) => {
  expect(count('a.ts', text)).toMatchObject({ conditionalSpreads, mappers });
});

test('the check counts tokens without imports and comments', () => {
  expect(count('a.ts', "import a from 'a';\n/** Says a. */\nconst b = a; // b\n").tokens).toBe(5);
});

let counted: Counts | undefined;

function total(): Counts {
  counted ??= sources
    .map((path) => count(path, readFileSync(join(root, path), 'utf8')))
    .reduce((sum, each) => ({
      conditionalSpreads: sum.conditionalSpreads + each.conditionalSpreads,
      mappers: sum.mappers + each.mappers,
      tokens: sum.tokens + each.tokens,
    }));
  return counted;
}

function count(path: string, text: string): Counts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const counts = { conditionalSpreads: 0, mappers: 0, tokens: 0 };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isJSDoc(node)) return;
    if (ts.isSpreadAssignment(node) && isConditional(node.expression)) {
      counts.conditionalSpreads += 1;
    }
    if (ts.isFunctionDeclaration(node) && isMapper(node)) counts.mappers += 1;
    const children = node.getChildren(file);
    if (children.length === 0 && node.getWidth(file) > 0) counts.tokens += 1;
    for (const child of children) visit(child);
  };
  visit(file);
  return counts;
}

function isConditional(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isConditional(expression.expression);
  return (
    ts.isConditionalExpression(expression) ||
    (ts.isBinaryExpression(expression) &&
      expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
  );
}

/** Recognises a function of some parameter that does nothing but return an object. */
function isMapper({ parameters, body }: ts.FunctionDeclaration): boolean {
  const [first, second] = body?.statements ?? [];
  return (
    parameters.length > 0 &&
    first !== undefined &&
    second === undefined &&
    ts.isReturnStatement(first) &&
    first.expression !== undefined &&
    ts.isObjectLiteralExpression(first.expression) &&
    !/\bawait\b|\bsql`/.test(body?.getText() ?? '')
  );
}
