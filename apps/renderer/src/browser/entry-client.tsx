import '../ui/icon.svg';
import {
  createViewRegistry,
  hydrateDocument,
  readDocumentPayload,
  runtimeTexts,
} from '#client-runtime';
import type { View } from '#client-runtime';
import { loadWaitingCode } from '#client-runtime/hydrate';
import { loadingSuffix, SystemClock, SystemScheduler } from '#shared';
import { holdEarlyErrors } from './early-errors.ts';
import { startProductParts } from './product-part.ts';
import type { ProductPart } from './product-part.ts';
import { isReportedByServer } from './server-error.ts';
import { showFailure } from './show-failure.ts';
import { findTrace, tracedFetch } from './trace.ts';
import { toView } from './view-module.ts';
import type { ViewModule } from './view-module.ts';
import { whenIdle } from './when-idle.ts';

const errors = holdEarlyErrors(window);

// A product may have styles, and browser code that belongs to no view.
import.meta.glob('../features/**/browser/styles.css', { eager: true });
const parts = Object.values(import.meta.glob<ProductPart>('../features/**/browser/when-idle.ts'));

const tell = (error: unknown): void => {
  // `reportError` logs the error and fires an `error` event, which the development overlay shows.
  if (import.meta.env.DEV) reportError(error);
  else {
    console.error(error);
    if (!isReportedByServer(error)) errors.report(error);
  }
};

async function start(): Promise<void> {
  const payload = readDocumentPayload(document);
  Object.assign(runtimeTexts, payload.texts);
  const { viewFiles } = payload;
  // The document names the files of its own views, because the table of all views is larger than
  // most pages.
  const loadTable = () => import('./view-table.ts');
  const known = new Map<string, View>();
  const views = createViewRegistry<View>(async (name) => {
    const view = name.replace(loadingSuffix, '');
    const file = viewFiles[view];
    const module: ViewModule | undefined = file
      ? await import(/* @vite-ignore */ new URL(file, import.meta.url).href)
      : await (await loadTable()).loadView(view);
    // Another page needs all of its code. `loadRest` waits for it, and handles failures.
    if (!file) loadWaitingCode().catch(() => undefined);
    for (const part of Object.entries(module?.parts ?? {})) known.set(...part);
    return module && toView(module, name);
  }, known);
  const hydrated = hydrateDocument({
    window,
    payload,
    views,
    loadRest: loadWaitingCode,
    // Browsers refuse to call `fetch` as a method of anything but the window.
    fetch: tracedFetch(findTrace(document), (...request) => fetch(...request)),
    clock: new SystemClock(),
    scheduler: new SystemScheduler(),
    onError: tell,
  });
  whenIdle(window, () => {
    // A failure is harmless, because the table loads again when a view needs it.
    loadTable().catch(() => undefined);
    void startProductParts(parts, payload.boot, errors, hydrated);
  });
  await hydrated;
}

start().catch((error: unknown) => {
  tell(error);
  showFailure(document);
});
