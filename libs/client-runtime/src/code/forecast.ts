import type { RouteTable } from '#page-protocol';
import { toPath } from '../address/destination.ts';
import { NO_FORECAST } from './code-loader.ts';
import type { Forecast } from './code-loader.ts';
import type { ViewRegistry } from './view-registry.ts';

/** Reads the route table. Rejects when the answer is not JSON. */
export async function readForecast(
  answer: Response,
  views: ViewRegistry<unknown>,
): Promise<Forecast> {
  if (!answer.ok) return NO_FORECAST;
  const table = (await answer.json()) as RouteTable;
  return (url) => {
    const path = toPath(url);
    for (const [pattern, reads, ...indices] of table.routes) {
      const match = new RegExp(pattern, 'i').exec(path);
      if (!match) continue;
      const names = indices.map((index) => table.views[index] ?? '');
      // Ignores errors, because the visit that shows the page loads the same code and handles them.
      for (const name of names) views.load(name).catch(() => undefined);
      const query = new URLSearchParams(url.slice(path.length));
      const layouts = reads.map((parts) =>
        parts
          .map((part) => match[part as number] ?? (part ? query.getAll(`${part}`) : query))
          .join(' '),
      );
      return {
        shape: indices.length > 0 ? [pattern, ...layouts].join(' ') : '',
        views: names,
        layouts,
      };
    }
    return NO_FORECAST(url);
  };
}
