/** Calls that show a view. A type argument gives the props, a string names the view. */
const SHOWING = new Set(['Page', 'Layout', 'OutcomeView', 'nameOutcomeView']);

/** Decorators of parts. A product wraps `Part` in one with its own context: `IssuePart`. */
const OF_PARTS = /^[A-Z]\w*Part(?:OfEach)?$/;

const VIEW_FILE = /(?<folder>[^/]+)\/views\/(?<view>[^/]+)\.tsx$/;

/**
 * @typedef {object} ViewUse
 * @property {string} call the decorator or function, `Page`
 * @property {string} file that contains the call
 * @property {number} line
 * @property {string | undefined} name of the view, `issue-pages/issue.page`; undefined when the call names it by no string
 * @property {string | undefined} props name of the view whose props it takes; undefined when its type
 *   is not written `typeof import('./views/issue.page.tsx')`
 */

/**
 * Reads which views a source file shows. The file is not run, because only its text still has the
 * types.
 *
 * @param {typeof import('typescript')} ts
 * @param {string} file a path with slashes, from which the folder of its views follows
 * @param {string} text
 * @returns {ViewUse[]}
 */
export function readViewUses(ts, file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const uses = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const call = node.expression.text;
      if (SHOWING.has(call) || (OF_PARTS.test(call) && node.typeArguments?.[0]?.isTypeOf)) {
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

/**
 * Returns the path in `typeof import('…')`, or undefined when the type argument is written
 * otherwise.
 */
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
