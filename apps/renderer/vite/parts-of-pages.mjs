import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const VIEW =
  /(?<folder>[^/]+)\/views\/(?<page>[^/.]+)\.(?:page|(?<part>[^/.]+(?:\.waiting)?)\.part)\.tsx$/;

/** The module of all parts of a page whose code waits. */
const WAITING = /^\0?\/(.+)\.parts\.waiting$/;

/**
 * Adds to the module of a page, such as `issue.page.tsx`, the parts that capabilities show on it:
 * the files `issue.*.part.tsx` below `folder`. A page and its parts are one chunk,
 * so the browser never waits for a part's own code. The code of `issue.*.waiting.part.tsx` waits.
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
        return of === page && part
          ? [{ path, name: `${capability}/${page}.${part}.part`, waits: part.endsWith('.waiting') }]
          : [];
      })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    name: 'errata:parts-of-pages',
    enforce: 'pre',
    // The id belongs to no file.
    resolveId: (id) => (WAITING.test(id) ? `\0${id}` : undefined),
    load(id) {
      const page = WAITING.exec(id)?.[1];
      return (
        listParts(page)
          .filter(({ waits }) => waits)
          .map(({ path, name }) => `export { Part as '${name}' } from ${JSON.stringify(path)};`)
          .join('\n') || undefined
      );
    },
    transform(code, id) {
      const { page, part } = VIEW.exec(id)?.groups ?? {};
      const parts = page === undefined || part ? [] : listParts(page);
      if (parts.length === 0) return undefined;
      const lines = parts.map(({ path, name, waits }, index) =>
        waits
          ? `const part${index} = toPart(${JSON.stringify(name)});`
          : `import { Part as part${index} } from ${JSON.stringify(path)};`,
      );
      const named = parts.map(({ name }, index) => `${JSON.stringify(name)}: part${index}`);
      if (parts.some(({ waits }) => waits))
        lines.unshift(
          "import { createWaitingViews } from '#client-runtime/hydrate';",
          `const toPart = createWaitingViews(() => import('/${page}.parts.waiting'));`,
        );
      return [code, ...lines, `export const parts = { ${named.join(', ')} };`].join('\n');
    },
  };
}
