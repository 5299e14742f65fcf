/** Decorators that write the type which their view takes from them. */
const GIVING_PROPS = new Set(['Page', 'Layout']);

/** Calls whose view takes `OutcomeProps`. */
const OF_OUTCOMES = new Set(['OutcomeView', 'nameOutcomeView']);

/** Decorators of parts. A product wraps `Part` in one with its own context: `IssuePart`. */
const OF_PARTS = /^[A-Z]\w*Part(?:OfEach)?$/;

const VIEW_FILE = /(?<folder>[^/]+)\/views\/(?<view>[^/]+)\.tsx$/;

/**
 * @typedef {object} ViewUse
 * @property {string} call the decorator or function, `Page`
 * @property {string} file that contains the call
 * @property {number} line
 * @property {string | undefined} name of the view, `issue-pages/issue.page`; undefined when the call names it by no string
 * @property {string | undefined} props the text of the type that the view takes as well; undefined
 *   when it has no props. For parts, the name of the view in `typeof import('./views/stock.part.tsx')`.
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
      const isOutcome = OF_OUTCOMES.has(call);
      const isPart = OF_PARTS.test(call) && node.typeArguments?.[0]?.isTypeOf;
      if (isOutcome || isPart || GIVING_PROPS.has(call)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        const name = node.arguments.find((argument) => ts.isStringLiteralLike(argument))?.text;
        const type = isOutcome ? 'OutcomeProps' : node.typeArguments?.[0]?.getText(source);
        const props = isPart ? toViewName(file, pathOf(ts, node)) : type;
        uses.push({ call, file, line: line + 1, name, props });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/**
 * Reads which props the view of a page or a layout takes: the text of their type, in which a type
 * that the file itself declares is spelt out. Returns nothing for other files.
 *
 * @param {typeof import('typescript')} ts
 * @param {string} file a path with slashes
 * @param {string} text
 * @returns {{ name: string, props: string | undefined, isFunction: boolean }[]} `isFunction` is false
 *   when the file exports its component in another way, so that the type cannot be read
 */
export function readViewProps(ts, file, text) {
  const name = toViewName(file, `/${file}`);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const find = (is, names) =>
    source.statements.find((node) => is(node) && names.includes(node.name?.text));
  const component = find(ts.isFunctionDeclaration, ['Page', 'Layout']);
  const type = component?.parameters[0]?.type;
  // A layout's view takes `children` as well.
  const own = type && ts.isIntersectionTypeNode(type) ? type.types[0] : type;
  const written = own?.getText(source);
  const declared = find(ts.isTypeAliasDeclaration, [written]);
  const props = declared ? declared.type.getText(source) : written;
  return [{ name, props, isFunction: component !== undefined }];
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
