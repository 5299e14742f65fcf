import type { ViewModule } from './view-module.ts';
import { toViewName } from './view-names.ts';

const files = import.meta.glob<ViewModule>([
  '../features/**/views/*.{page,layout}.tsx',
  '../rendering/views/*.{page,layout}.tsx',
]);

const loaders = new Map(Object.entries(files).map(([file, load]) => [toViewName(file), load]));

export async function loadView(name: string): Promise<ViewModule | undefined> {
  return loaders.get(name)?.();
}
