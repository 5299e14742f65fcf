import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import {
  findSourceProblems,
  readSourceFacts,
} from '../scripts/support/views/read-source-facts.mjs';
import { findViewProblems } from '../scripts/support/views/find-view-problems.mjs';
import { readViewUses } from '../scripts/support/views/read-view-uses.mjs';

const FILE = 'apps/renderer/src/features/projects/people/people.controller.ts';
const FOLDER = 'apps/renderer/src/features/**/people/views';

const PAGE = "@Page<typeof import('./views/list.page.tsx')>('people/list.page')";
const OTHER_NAME = PAGE.replace("'people/list.page'", "'people/card.page'");

function read(decorator: string, file = FILE) {
  return readViewUses(ts, file, `class Controller {\n  ${decorator}\n  show() {}\n}`);
}

describe('readViewUses', () => {
  test.each([
    ['Page', PAGE],
    ['Page', PAGE.replace("page')", "page', { head: () => ({ title: 'People' }) })")],
    ['Layout', PAGE.replace('Page', 'Layout')],
    ['OutcomeView', PAGE.replace('Page', 'OutcomeView').replace("('people", "(404, 'people")],
  ])('reads the view that the decorator %s shows: %s', (call, decorator) => {
    const name = 'people/list.page';
    expect(read(decorator)).toEqual([{ call, file: FILE, line: 2, name, props: name }]);
  });

  test('reads a view within combined decorators', () => {
    const text = `const AdminPage = () => applyDecorators(${PAGE.slice(1)}, UseGuards(AdminGuard));`;
    expect(readViewUses(ts, FILE, text)).toMatchObject([{ name: 'people/list.page', line: 1 }]);
  });

  test('resolves the view of a type from the folder of its file', () => {
    const file = 'apps/renderer/src/rendering/outcomes/segments.ts';
    const text =
      "nameOutcomeView<typeof import('../views/error.page.tsx')>('rendering/error.page')";
    expect(readViewUses(ts, file, text)).toMatchObject([{ props: 'rendering/error.page' }]);
  });

  test('ignores comments', () => {
    expect(read(`// ${PAGE}`)).toEqual([]);
  });
});

describe('findViewProblems', () => {
  const name = 'people/list.page';

  test('names a view without a file, and the place that shows it, and no other', () => {
    const views = { declared: [name], uses: read(PAGE) };
    expect(findViewProblems({ ...views, built: [name] })).toEqual([]);
    expect(findViewProblems({ ...views, built: [] })).toEqual([
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
    expect(findViewProblems({ built: [name], declared: [], uses })).toEqual([
      `Nothing shows the view ${name} (${FOLDER}/list.page.tsx): ${why}.`,
    ]);
  });

  test('names both views where the props of one are shown as another', () => {
    const both = [name, 'people/card.page'];
    const uses = [...read(OTHER_NAME), ...read(PAGE)];
    expect(findViewProblems({ built: both, declared: both, uses })).toEqual([
      `${FILE}:2: Page has the props of the view ${name} (${FOLDER}/list.page.tsx), but names people/card.page (${FOLDER}/card.page.tsx). Both must be one view.`,
    ]);
  });

  test.each([
    "@Page<typeof view>('people/list.page')",
    "@OutcomeView(404, 'people/list.page')",
    PAGE.replace("'people/list.page'", 'LIST'),
  ])('refuses a decorator that it cannot compare: %s', (decorator) => {
    expect(findViewProblems({ built: [name], declared: [name], uses: read(decorator) })).toEqual([
      expect.stringMatching(new RegExp(`^${FILE}:2: \\w+ has to be written`)),
    ]);
  });

  test('locates the views of the platform itself', () => {
    const [problem] = findViewProblems({ built: ['rendering/error.page'], declared: [], uses: [] });
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
