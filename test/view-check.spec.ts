import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import {
  findSourceProblems,
  readSourceFacts,
} from '../scripts/support/views/read-source-facts.mjs';
import { findViewProblems } from '../scripts/support/views/find-view-problems.mjs';
import { readViewProps, readViewUses } from '../scripts/support/views/read-view-uses.mjs';

const FILE = 'apps/renderer/src/features/projects/people/people.controller.ts';
const FOLDER = 'apps/renderer/src/features/**/people/views';

const PROPS = "PropsOf<PeopleController['list']>";
const PAGE = `@Page<${PROPS}>('people/list.page')`;
const PART = "@IssuePart<typeof import('./views/list.page.tsx')>('people/list.page')";
const OTHER_NAME = PART.replace("'people/list.page'", "'people/card.page'");

function read(decorator: string, file = FILE) {
  return readViewUses(ts, file, `class Controller {\n  ${decorator}\n  show() {}\n}`);
}

describe('readViewUses', () => {
  test('reads the type of props that a page writes', () => {
    const page = { call: 'Page', file: FILE, line: 2, name: 'people/list.page' };
    expect(read(PAGE)).toEqual([{ ...page, props: PROPS }]);
    expect(read("@Page('people/list.page')")).toEqual([page]);
    expect(read("@OutcomeView(404, 'people/list.page')")).toEqual([
      { ...page, call: 'OutcomeView', props: 'OutcomeProps' },
    ]);
    expect(read(PART)).toEqual([{ ...page, call: 'IssuePart', props: page.name }]);
  });

  test('reads a view within combined decorators', () => {
    const text = `const AdminPage = () => applyDecorators(${PAGE.slice(1)}, UseGuards(AdminGuard));`;
    expect(readViewUses(ts, FILE, text)).toMatchObject([{ name: 'people/list.page', line: 1 }]);
  });

  test('ignores comments', () => {
    expect(read(`// ${PAGE}`)).toEqual([]);
  });
});

describe('findViewProblems', () => {
  const name = 'people/list.page';

  test('names a view without a file, and the place that shows it, and no other', () => {
    const views = { declared: [name], uses: read(PAGE) };
    expect(findViewProblems({ ...views, views: [], built: [name] })).toEqual([]);
    expect(findViewProblems({ ...views, views: [], built: [] })).toEqual([
      `The view ${name} is shown by ${FILE}:2, and there is no ${FOLDER}/list.page.tsx that the build finds.`,
    ]);
  });

  test.each([
    ['that nothing shows', [], 'no decorator names it'],
    [
      'in a file that no module imports',
      read(PAGE),
      `${FILE}:2 names it, but no module imports that file`,
    ],
  ])('names a view %s, and its file', (_, uses, why) => {
    expect(findViewProblems({ built: [name], declared: [], uses, views: [] })).toEqual([
      `Nothing shows the view ${name} (${FOLDER}/list.page.tsx): ${why}.`,
    ]);
  });

  test.each([
    ['at once', `export function Page(props: ${PROPS}) {}`],
    ['by a type of its own', `type Props = ${PROPS};\nexport function Page({ people }: Props) {}`],
    ['beside the children of a layout', `function Layout(props: ${PROPS} & { children: A }) {}`],
    ['in several lines', `export function Page(props: ${PROPS.replace('<', '<\n  ')}) {}`],
  ])('finds no problem when a view takes the type of its page, %s', (_, view) => {
    const views = readViewProps(ts, `${FOLDER}/list.page.tsx`, view);
    const uses = read(PAGE.replace('PropsOf<', 'PropsOf<\n'));
    expect(findViewProblems({ built: [name], declared: [name], uses, views })).toEqual([]);
  });

  test.each([
    ["props: PropsOf<PeopleController['show']>", "PropsOf<PeopleController['show']>"],
    ['', ''],
  ])('names the page and its view, which takes other props: %s', (parameter, type) => {
    const view = `export function Page(${parameter}) {}`;
    const views = readViewProps(ts, `${FOLDER}/list.page.tsx`, view);
    expect(findViewProblems({ built: [name], declared: [name], uses: read(PAGE), views })).toEqual([
      `${FILE}:2: Page shows ${name} with ${PROPS}, but ${FOLDER}/list.page.tsx takes ${type || 'no props'}. Both must name one type, as PropsOf<IssueController['show']>.`,
    ]);
  });

  test.each([
    ['no props', 'export function Page() {}', []],
    ['the props of an outcome', 'export function Page({ status }: OutcomeProps) {}', []],
    ['other props', 'export function Page(props: { id: number }) {}', [/ takes { id: number }\. /]],
    ['a type that cannot be read', 'export const Page = memo(List);', [/ declare its component /]],
  ])('judges a view of an outcome that takes %s', (_, view, problems) => {
    const views = readViewProps(ts, `${FOLDER}/list.page.tsx`, view);
    const uses = read("@OutcomeView(404, 'people/list.page')");
    expect(findViewProblems({ built: [name], declared: [name], uses, views })).toEqual(
      problems.map((text) => expect.stringMatching(text)),
    );
  });

  test('names both views where the props of one are shown as another', () => {
    const both = [name, 'people/card.page'];
    const uses = [...read(OTHER_NAME), ...read(PART)];
    expect(findViewProblems({ built: both, declared: both, uses, views: [] })).toEqual([
      `${FILE}:2: IssuePart has the props of the view ${name} (${FOLDER}/list.page.tsx), but names people/card.page (${FOLDER}/card.page.tsx). Both must be one view.`,
    ]);
  });

  test('refuses a decorator whose view is not named by a string', () => {
    const uses = read(PAGE.replace("'people/list.page'", 'LIST'));
    expect(findViewProblems({ built: [name], declared: [name], uses, views: [] })).toEqual([
      `${FILE}:2: Page has to name its view by a string.`,
    ]);
  });

  test('locates the views of the platform itself', () => {
    const [problem] = findViewProblems({
      built: ['rendering/error.page'],
      declared: [],
      uses: [],
      views: [],
    });
    expect(problem).toContain('apps/renderer/src/rendering/views/error.page.tsx');
  });
});

describe('findSourceProblems', () => {
  const find = (...files: readonly (readonly [file: string, text: string])[]): string[] =>
    findSourceProblems(files.map(([file, text]) => readSourceFacts(ts, file, text)));
  const page = `${FOLDER}/list.page.tsx`;

  test.each([
    'export function Page() {}',
    'export const Page = memo(List);',
    'export class Page {}',
    "export { List as Page } from './list.tsx';",
    'export function Page() {}\nexport default Page;',
  ])('finds no problem when a view exports its component by name: %s', (text) => {
    expect(find([page, text])).toEqual([]);
  });

  test.each(['export default () => null;', 'function Page() {}\nexport default Page;'])(
    'names a view with a default export: %s',
    (text) => {
      expect(find([page, text])).toEqual([
        `${page} exports default: a *.page.tsx exports its component by the name Page.`,
      ]);
    },
  );

  test('names a loading view with props, and none without', () => {
    const view = (parameters: string): string =>
      `export function Page() {}\nexport function Loading(${parameters}) {}`;
    expect(find([page, view('{ rows }')])).toEqual([
      `${page} exports a Loading with props: it is shown before there is any data.`,
    ]);
    expect(find([page, view('')])).toEqual([]);
  });

  test('names a layout that exports a page', () => {
    const layout = `${FOLDER}/frame.layout.tsx`;
    expect(find([layout, 'export function Page() {}'])).toEqual([
      `${layout} does not export Layout: a *.layout.tsx exports its component by the name Layout.`,
    ]);
  });

  test('names a method that has two routes, of which Nest keeps one', () => {
    const text = "class People {\n  @Get()\n  @Page('x')\n  @Get('all')\n  list() {}\n}";
    expect(find([FILE, text])).toEqual([
      `${FILE}:2: People.list has @Get and @Get, but Nest answers only the upper one. Name all addresses in one: @Get(['…', '…']).`,
    ]);
    expect(find([FILE, "class People { @Get(['', 'all']) list() {} @Post() add() {} }"])).toEqual(
      [],
    );
  });

  const action = [FILE, "class People { @Action<AddAction>('add') add() {} }"] as const;

  test.each([
    ['<Form>', '<Form action="ad"><button /></Form>'],
    ['useSubmission', "useSubmission<AddAction>('ad')"],
    ['useAction', "useAction('ad')"],
    ['useFormAction', "useFormAction('ad')"],
    ['usePending', "usePending('ad')"],
  ])('names an action that no method has: %s', (by, use) => {
    const text = `export const Page = () =>\n ${use};`;
    expect(find(action, [page, text])).toEqual([
      `${page}:2: ${by} names the action ad, and no method is @Action('ad').`,
    ]);
    expect(find(action, [page, text.replace('ad', 'add')])).toEqual([]);
  });

  test('ignores the action of a form that searches', () => {
    const text = 'export const Page = () => <Form method="get" action="/people"><input /></Form>;';
    expect(find([page, text])).toEqual([]);
  });
});
