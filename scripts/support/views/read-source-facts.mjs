/** Nest's route decorators. Nest applies only one of them to a method. */
const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All']);

const ACTION_CALLS = new Set(['useSubmission', 'useAction', 'useFormAction', 'usePending']);

const VIEW = /\/views\/[^/]+\.(?<kind>page|layout|part)\.tsx$/;

/**
 * @typedef {object} SourceFacts
 * @property {{ name: string }[]} actions names that `@Action` gives methods
 * @property {{ place: string, name: string, by: string }[]} actionUses where forms and views name an action
 * @property {string[]} problems faults that do not depend on other files
 */

/**
 * Reads from a source file the facts that the compiler and Nest do not check, without running it.
 *
 * @param {typeof import('typescript')} ts
 * @param {string} file a path with slashes
 * @param {string} text
 * @returns {SourceFacts}
 */
export function readSourceFacts(ts, file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const facts = { actions: [], actionUses: [], problems: [] };
  const placeOf = (node) =>
    `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
  const use = (node, name, by) => {
    if (name !== undefined) facts.actionUses.push({ place: placeOf(node), name, by });
  };
  const visit = (node) => {
    if (ts.isMethodDeclaration(node)) facts.problems.push(...toRouteProblems(ts, node, placeOf));
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const call = node.expression.text;
      const [first] = node.arguments;
      const name = first && ts.isStringLiteralLike(first) ? first.text : undefined;
      if (call === 'Action' && name !== undefined) facts.actions.push({ name });
      if (ACTION_CALLS.has(call)) use(node, name, call);
    }
    if (
      ts.isJsxOpeningElement(node) &&
      ts.isIdentifier(node.tagName) &&
      node.tagName.text === 'Form'
    )
      use(node, toFormAction(ts, node), '<Form>');
    ts.forEachChild(node, visit);
  };
  visit(source);
  const view = VIEW.exec(file);
  if (view) facts.problems.push(...toViewProblems(ts, source, view.groups.kind, file));
  return facts;
}

/**
 * Returns a line for each fault of all sources together.
 *
 * @param {readonly SourceFacts[]} all
 * @returns {string[]}
 */
export function findSourceProblems(all) {
  const names = new Set(all.flatMap(({ actions }) => actions.map(({ name }) => name)));
  return all.flatMap(({ actionUses, problems }) => [
    ...problems,
    ...actionUses
      .filter(({ name }) => !names.has(name))
      .map(
        ({ place, name, by }) =>
          `${place}: ${by} names the action ${name}, and no method is @Action('${name}').`,
      ),
  ]);
}

function toRouteProblems(ts, method, placeOf) {
  const routes = (ts.getDecorators(method) ?? [])
    .map(({ expression }) => (ts.isCallExpression(expression) ? expression.expression : expression))
    .filter((called) => ts.isIdentifier(called) && ROUTES.has(called.text))
    .map(({ text }) => `@${text}`);
  if (routes.length < 2) return [];
  const owner = method.parent?.name?.text ?? 'A class';
  const name = ts.isIdentifier(method.name) ? method.name.text : 'a method';
  return [
    `${placeOf(method)}: ${owner}.${name} has ${routes.join(' and ')}, but Nest answers only the upper one. Name all addresses in one: ${routes[0]}(['…', '…']).`,
  ];
}

/**
 * Returns the action that a form names by a literal. Returns undefined for a search form (GET) and
 * for a computed name.
 */
function toFormAction(ts, { attributes }) {
  const valueOf = (name) => {
    const attribute = attributes.properties.find(
      (each) => ts.isJsxAttribute(each) && each.name.text === name,
    );
    const value = attribute?.initializer;
    return value && ts.isStringLiteral(value) ? value.text : undefined;
  };
  return valueOf('method')?.toLowerCase() === 'get' ? undefined : valueOf('action');
}

function toViewProblems(ts, source, kind, file) {
  const wanted = { page: 'Page', layout: 'Layout', part: 'Part' }[kind];
  const isModified = (node, modifier) =>
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((each) => each.kind === modifier);
  const isDefault = source.statements.some(
    (node) => ts.isExportAssignment(node) || isModified(node, ts.SyntaxKind.DefaultKeyword),
  );
  const names = source.statements.flatMap((node) => {
    if (ts.isExportDeclaration(node))
      return node.exportClause?.elements?.map((each) => each.name.text) ?? [];
    if (!isModified(node, ts.SyntaxKind.ExportKeyword)) return [];
    if (isModified(node, ts.SyntaxKind.DefaultKeyword)) return [];
    return ts.isVariableStatement(node)
      ? node.declarationList.declarations.map((each) => each.name.text)
      : [node.name?.text];
  });
  const loading = source.statements.find(
    (node) => ts.isFunctionDeclaration(node) && node.name?.text === 'Loading',
  );
  const greedy =
    names.includes('Loading') && loading?.parameters.length > 0
      ? [`${file} exports a Loading with props: it is shown before there is any data.`]
      : [];
  if (names.includes(wanted)) return greedy;
  const what = isDefault ? 'exports default' : `does not export ${wanted}`;
  return [`${file} ${what}: a *.${kind}.tsx exports its component by the name ${wanted}.`];
}
