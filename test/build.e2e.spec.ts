import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { Command } from './support/command.ts';

const SOURCES = [
  'apps',
  'libs',
  'scripts',
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  '.swcrc',
  'tsconfig.json',
  'tsconfig.build.json',
];

let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'errata-build-'));
  for (const path of SOURCES) cpSync(join(root, path), join(tree, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
});

afterEach(() => rmSync(tree, { recursive: true, force: true }));

async function build(): Promise<{ code: number | null; printed: string }> {
  const command = new Command(process.execPath, ['scripts/build.mjs'], { cwd: tree, env: {} });
  const code = await command.closed;
  return { code, printed: command.output + command.errors };
}

describe('npm run build', () => {
  test('fails loudly when the server code does not compile', async () => {
    writeFileSync(join(tree, 'libs/shared/src/broken.ts'), 'export const broken = {;');

    const { code, printed } = await build();

    expect(code).toBe(1);
    expect(printed).toContain('broken.ts');
    expect(printed).toMatch(/errata: Not built: .*server code/);
  });

  test('fails with the name and the file of each view that pages and files do not agree on', async () => {
    const views = 'apps/renderer/src/features/issues/views';
    renameSync(join(tree, views, 'issue.page.tsx'), join(tree, views, 'forgotten.page.tsx'));

    const { code, printed } = await build();

    expect(code).toBe(1);
    const lines = printed.split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^The view issues/issue\\.page .* no ${views}/issue\\.page`),
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Nothing shows the view issues\/forgotten\.page .*forgotten\.page\.tsx/,
      ),
    );
    expect(printed).toContain('errata: Not built: pages and views do not agree.');
  });

  test('fails for server code in the browser and for sources that do not agree, at once', async () => {
    const feature = 'apps/renderer/src/features/issues';
    const views = `${feature}/views`;
    const edit = (file: string, from: string, to: string): void => {
      const path = join(tree, feature, file);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
    };
    writeFileSync(
      join(tree, views, 'leak.ts'),
      "import { IssuesService } from '../issues.service.ts';\nexport const leak = IssuesService.name;\n",
    );
    edit('views/issue.page.tsx', '', "import { leak } from './leak.ts';\n");
    edit('views/issue.page.tsx', '<NowProvider', '<NowProvider key={leak}');
    edit('issue.controller.ts', '  @Get()\n', "  @Get()\n  @Get('newest')\n");
    edit('issue.controller.ts', "('edit-comment')", "('change-comment')");

    const { code, printed } = await build();

    expect(code).toBe(1);
    expect(printed).toContain(
      `Server code in the browser: ${views}/leak.ts imports apps/renderer/src/features/issues/issues.service.ts`,
    );
    // The imports that lead there.
    expect(printed).toMatch(
      new RegExp(
        `entry-client\\.tsx\\s+→ \\S+/view-table\\.ts\\s+→ ${views}/issue\\.page\\.tsx\\s+→ ${views}/leak\\.ts\\s+→ \\S+/issues\\.service\\.ts`,
      ),
    );
    expect(printed).toContain('IssueController.show has @Get and @Get');
    expect(printed).toContain("no method is @Action('edit-comment')");
    expect(printed).toMatch(/errata: Not built: views for the browser.*, sources do not agree/);
  });
});
