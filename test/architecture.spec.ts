import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { root } from '../scripts/support/root.mjs';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

const table = /(?<=^## Where is…\?\n\n)(?:\|.*\n)+/m.exec(text)?.[0] ?? '';

/** Cells of each table row below the heading and its line of dashes. */
const rows = table
  .trimEnd()
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').slice(1, -1).map(toPlain));

function toPlain(cell: string): string {
  return cell.trim().replace(/^`(.*)`$/, '$1');
}

/** Lists what the source declares at its top, and the methods of its classes as `Class.method`. */
function listDeclarations(path: string, source: string): (string | undefined)[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.body ? [statement.name?.text] : [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(file));
    }
    if (!ts.isClassDeclaration(statement)) return [];
    const name = statement.name?.text;
    const methods = statement.members.filter(ts.isMethodDeclaration).filter(({ body }) => body);
    return [name, ...methods.map((method) => `${name}.${method.name.getText(file)}`)];
  });
}

function isDeclared(path: string, name: string): boolean {
  if (!existsSync(join(root, path))) return false;
  return listDeclarations(path, readFileSync(join(root, path), 'utf8')).includes(name);
}

describe('ARCHITECTURE.md', () => {
  it('locates at least 40 behaviours', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([]);
  });

  it('names for each behaviour a file that declares its function', () => {
    const wrong = rows.filter(([, path = '', name = '']) => !isDeclared(path, name));
    expect(wrong).toEqual([]);
  });

  it('has at most 3,000 words', () => {
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(3000);
  });

  it('links only to existing files', () => {
    const links = [...text.matchAll(/\]\((?!https?:)(?<path>[^)#]+)/g)].map(
      ({ groups = {} }) => groups['path'] ?? '',
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

it('listDeclarations leaves out mentions, overloads, abstract methods and local names', () => {
  const source = `
    import { mentioned } from './mentioned.ts';
    export function overloaded(): void;
    export const constant = mentioned(1);
    export async function made() { const local = mentioned(2); }
    export abstract class Made { abstract promised(): void; kept() { mentioned(3); } }
  `;
  expect(listDeclarations('made.ts', source)).toEqual(['constant', 'made', 'Made', 'Made.kept']);
});
