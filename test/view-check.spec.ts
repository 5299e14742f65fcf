import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { findViewProblems } from '../scripts/support/views/find-view-problems.mjs';
import { readViewUses } from '../scripts/support/views/read-view-uses.mjs';

const FILE = 'apps/renderer/src/features/people/people.controller.ts';
const FOLDER = 'apps/renderer/src/features/people/views';

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
  ])('reads what %s shows: %s', (call, decorator) => {
    const name = 'people/list.page';
    expect(read(decorator)).toEqual([{ call, file: FILE, line: 2, name, props: name }]);
  });

  test('reads it where decorators are put together', () => {
    const text = `const AdminPage = () => applyDecorators(${PAGE.slice(1)}, UseGuards(AdminGuard));`;
    expect(readViewUses(ts, FILE, text)).toMatchObject([{ name: 'people/list.page', line: 1 }]);
  });

  test('finds the view that a type means from the folder of its file', () => {
    const file = 'apps/renderer/src/rendering/outcomes/segments.ts';
    const text =
      "nameOutcomeView<typeof import('../views/error.page.tsx')>('rendering/error.page')";
    expect(readViewUses(ts, file, text)).toMatchObject([{ props: 'rendering/error.page' }]);
  });

  test('reads no comment', () => {
    expect(read(`// ${PAGE}`)).toEqual([]);
  });
});

describe('findViewProblems', () => {
  const name = 'people/list.page';

  test('finds none where every view is shown with its own props', () => {
    const views = { built: [name], declared: [name], uses: read(PAGE) };
    expect(findViewProblems(views)).toEqual([]);
  });

  test('names a view without a file, and who shows it', () => {
    expect(findViewProblems({ built: [], declared: [name], uses: read(PAGE) })).toEqual([
      `The view ${name} is shown by ${FILE}:2, and there is no ${FOLDER}/list.page.tsx that the build finds.`,
    ]);
  });

  test('names a view that nothing shows, and its file', () => {
    expect(findViewProblems({ built: [name], declared: [], uses: [] })).toEqual([
      `Nothing shows the view ${name} (${FOLDER}/list.page.tsx): no decorator names it.`,
    ]);
  });

  test('says where a view is named that nothing shows', () => {
    expect(findViewProblems({ built: [name], declared: [], uses: read(PAGE) })).toEqual([
      `Nothing shows the view ${name} (${FOLDER}/list.page.tsx): what names it, ${FILE}:2, is imported by no module.`,
    ]);
  });

  test('names both views where the props of one are shown as another', () => {
    const both = [name, 'people/card.page'];
    const uses = [...read(OTHER_NAME), ...read(PAGE)];
    expect(findViewProblems({ built: both, declared: both, uses })).toEqual([
      `${FILE}:2: Page takes the props of ${name} (${FOLDER}/list.page.tsx) and names people/card.page (${FOLDER}/card.page.tsx).`,
    ]);
  });

  test.each([
    "@Page<typeof view>('people/list.page')",
    "@OutcomeView(404, 'people/list.page')",
    PAGE.replace("'people/list.page'", 'LIST'),
  ])('refuses what it cannot compare: %s', (decorator) => {
    expect(findViewProblems({ built: [name], declared: [name], uses: read(decorator) })).toEqual([
      expect.stringMatching(new RegExp(`^${FILE}:2: \\w+ has to be written`)),
    ]);
  });

  test('knows where the views of the platform itself are', () => {
    const views = { built: ['rendering/error.page'], declared: [], uses: [] };
    expect(findViewProblems(views)).toEqual([
      expect.stringContaining('apps/renderer/src/rendering/views/error.page.tsx'),
    ]);
  });
});
