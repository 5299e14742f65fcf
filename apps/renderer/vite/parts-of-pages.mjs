import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const VIEW = /(?<folder>[^/]+)\/views\/(?<page>[^/.]+)\.(?:page|(?<part>[^/.]+)\.part)\.tsx$/;

/**
 * Adds to the module of a page, such as `issue.page.tsx`, the parts that capabilities show on it:
 * the files `issue.*.part.tsx` below `folder`. A page and its parts are one chunk,
 * so the browser never waits for a part's own code.
 *
 * @param {string} folder
 * @returns {import('vite').Plugin}
 */
export function partsOfPages(folder) {
  const listParts = (page) =>
    readdirSync(folder, { recursive: true })
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .flatMap((path) => {
        const { folder: capability, page: of, part } = VIEW.exec(path)?.groups ?? {};
        return of === page && part ? [{ path, name: `${capability}/${page}.${part}.part` }] : [];
      })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    name: 'errata:parts-of-pages',
    enforce: 'pre',
    transform(code, id) {
      const { page, part } = VIEW.exec(id)?.groups ?? {};
      const parts = page === undefined || part ? [] : listParts(page);
      if (parts.length === 0) return undefined;
      const imports = parts.map(
        ({ path }, index) => `import { Part as part${index} } from ${JSON.stringify(path)};`,
      );
      const named = parts.map(({ name }, index) => `${JSON.stringify(name)}: part${index}`);
      return `${code}\n${imports.join('\n')}\nexport const parts = { ${named.join(', ')} };\n`;
    },
  };
}
