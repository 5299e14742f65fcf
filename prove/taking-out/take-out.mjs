import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { CAPABILITY_FOLDERS } from '../../.dependency-cruiser.mjs';

/** A capability consists of two folders and a line in each of these lists. */
export const LISTS = [
  'libs/product/capabilities.ts',
  'apps/renderer/src/product.ts',
  'apps/monitoring-relay/src/product.ts',
  'apps/monitoring-relay/src/product-items.ts',
  'apps/monitoring-relay/src/product-processing.ts',
];

/**
 * Takes a capability out of a copy of the repository: its folders and its lines in the lists.
 *
 * @param {string} tree
 * @param {string} capability `<wing>/<name>`
 */
export function takeOut(tree, capability) {
  const folders = CAPABILITY_FOLDERS.map((folder) => join(tree, folder, capability)).filter(
    existsSync,
  );
  if (folders.length === 0) throw new Error(`No capability is named ${capability}.`);
  for (const folder of folders) rmSync(folder, { recursive: true });
  for (const list of LISTS) {
    const path = join(tree, list);
    writeFileSync(path, withoutLines(readFileSync(path, 'utf8'), capability));
  }
}

/**
 * Returns a list without its imports of a capability and without the array elements that use them.
 */
function withoutLines(text, capability) {
  const file = ts.createSourceFile('list.ts', text, ts.ScriptTarget.Latest, true);
  const imports = file.statements.filter(
    (each) => ts.isImportDeclaration(each) && isInCapability(capability, each.moduleSpecifier),
  );
  const names = new Set(imports.flatMap(listNames));
  const gone = [...imports];
  const visit = (node) => {
    if (ts.isArrayLiteralExpression(node)) {
      gone.push(...node.elements.filter((each) => startsWithAny(each, names)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return gone
    .toSorted((one, other) => other.pos - one.pos)
    .reduce((left, { pos, end }) => {
      const comma = left[end] === ',' ? 1 : 0;
      return left.slice(0, pos) + left.slice(end + comma);
    }, text);
}

function isInCapability(capability, specifier) {
  return `${specifier.text}/`.includes(`/${capability}/`);
}

function listNames({ importClause }) {
  const bindings = importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name }) => name.text)
    : [];
}

function startsWithAny(element, names) {
  if (ts.isIdentifier(element)) return names.has(element.text);
  return 'expression' in element && startsWithAny(element.expression, names);
}
