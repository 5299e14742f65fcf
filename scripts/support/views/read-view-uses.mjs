/** Calls that show a view: a type argument says whose props it takes, a string names it. */
const SHOWING = new Set(['Page', 'Layout', 'OutcomeView', 'nameOutcomeView']);

const VIEW_FILE = /(?<folder>[^/]+)\/views\/(?<view>[^/]+)\.tsx$/;

/**
 * @typedef {object} ViewUse
 * @property {string} call the decorator or function, `Page`
 * @property {string} file where it stands
 * @property {number} line
 * @property {string | undefined} name of the view, `issue-pages/issue.page`; undefined when it is no string
 * @property {string | undefined} props name of the view whose props it takes; undefined when its type
 *   is not written `typeof import('./views/issue.page.tsx')`
 */

/**
 * What a source file says of views. It is read, not run, so that types still stand in it.
 *
 * @param {typeof import('typescript')} ts
 * @param {string} file a path with slashes, by which the folder of its views is known
 * @param {string} text
 * @returns {ViewUse[]}
 */
export function readViewUses(ts, file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const uses = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const call = node.expression.text;
      if (SHOWING.has(call)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        const name = node.arguments.find((argument) => ts.isStringLiteralLike(argument))?.text;
        uses.push({ call, file, line: line + 1, name, props: toViewName(file, pathOf(ts, node)) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** What the type argument imports; undefined when it is written otherwise. */
function pathOf(ts, { typeArguments: [type] = [] }) {
  if (!type || !ts.isImportTypeNode(type) || !type.isTypeOf || type.qualifier) return undefined;
  const { argument } = type;
  const isText = ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal);
  return isText ? argument.literal.text : undefined;
}

function toViewName(file, path) {
  if (path === undefined) return undefined;
  const groups = VIEW_FILE.exec(new URL(path, `file:///${file}`).pathname)?.groups;
  return groups && `${groups.folder}/${groups.view}`;
}
