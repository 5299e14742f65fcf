import { createRoot } from 'react-dom/client';
import {
  createDeferredData,
  createViewRegistry,
  PageTree,
  readDocumentPayload,
} from '#client-runtime';
import { createObservable, createSubmissions, toShownPage } from '#client-runtime/server';
import type { PageTreeProps, Router, View } from '#client-runtime';
import { documentRootId } from '#shared';
import { toView } from '../../apps/renderer/src/browser/view-module.ts';
import type { ViewModule } from '../../apps/renderer/src/browser/view-module.ts';
import { toViewName } from '../../apps/renderer/src/browser/view-names.ts';

/**
 * The bare counterpart of the client runtime: React renders the same trees with the same props on a
 * click, and nothing is around it. Takes the place of the entry script in a document.
 */
declare global {
  /** Loads a page, so that a click on a link to it only renders. */
  var benchLoad: (address: string) => Promise<void>;
  var benchShow: (address: string) => void;
}

const modules = import.meta.glob<ViewModule>(
  '../../apps/renderer/src/features/**/views/*.{page,layout,part}.tsx',
  { eager: true },
);
const named = Object.entries(modules).map(([file, module]) => {
  const name = toViewName(file);
  return [name, toView(module, name)] as const;
});
const pages = new Map<string, PageTreeProps['places']>();
const root = createRoot(document.getElementById(documentRootId)!);
const ignore = (): void => undefined;
const empty = createObservable(undefined);

const router = {
  progress: createObservable({ state: 'idle' }),
  blocker: { ...empty, block: () => ignore },
  actions: { challenge: empty },
  live: () => new Promise(ignore),
  watch: () => ignore,
  prefetch: ignore,
  follow(href: string) {
    globalThis.benchShow(new URL(href, location.href).pathname);
    return true;
  },
} as unknown as Router;
const application = {
  person: '',
  basePath: '',
  views: createViewRegistry<View>(undefined, new Map(named)),
  router,
  flash: createObservable(undefined),
  submissions: createSubmissions(),
};

globalThis.benchLoad = async (address) => {
  const html = await (await fetch(`${address}?_whole=1`)).text();
  const { page, settled } = readDocumentPayload(new DOMParser().parseFromString(html, 'text/html'));
  const shown = toShownPage(page, createDeferredData(page.segments, settled));
  pages.set(address, [{ page: shown, stay: pages.size, address }]);
};
globalThis.benchShow = (address) => {
  root.render(<PageTree application={application} places={pages.get(address)!} />);
};

await globalThis.benchLoad(location.pathname);
globalThis.benchShow(location.pathname);
