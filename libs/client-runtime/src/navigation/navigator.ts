import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { BrowserHistory } from '../history/browser-history.ts';
import type { Connection } from './connection.ts';
import type { Departure } from './departure.ts';
import { toDestination } from './destination.ts';
import type { PageDestination } from './destination.ts';
import type { NavigationProgress } from './navigation-progress.ts';
import type { PageAnswer, PageClient } from './page-client.ts';
import type { PageReception, ReceivedPage } from './page-reception.ts';
import type { Place } from './place.ts';
import type { Scene, Stage } from './stage.ts';
import { createVisit, MOST_REDIRECTS } from './visit.ts';
import type { Visit } from './visit.ts';

export interface NavigatorParts {
  readonly origin: string;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly history: BrowserHistory;
  readonly place: Place;
  readonly cache: PageCache;
  readonly client: PageClient;
  readonly reception: PageReception;
  readonly code: CodeLoader;
  readonly progress: NavigationProgress;
  readonly connection: Connection;
  readonly departure: Departure;
  readonly stage: Stage;
}

export interface GoOptions {
  readonly isReplace?: boolean;
  /** Told to who shows progress. */
  readonly source?: unknown;
}

/** Leads from page to page: one visit at a time, the newest, which ends in a page or in one full navigation. */
export class Navigator {
  /** Under way. */
  #visit: Visit | undefined;
  /** Loads the page that is shown again. */
  #behind: AbortController | undefined;
  /** Of what still arrives for the page that is shown. */
  #arriving: AbortController | undefined;

  readonly #parts: NavigatorParts;
  #scene: Scene;

  /** `scene`: what the document shows. */
  constructor(parts: NavigatorParts, scene: Scene) {
    this.#parts = parts;
    this.#scene = scene;
  }

  get page(): ShownPage {
    return this.#scene.page;
  }

  /** The page at an address; when it is that of the address bar, its data anew. */
  go({ url, hash, isSame }: PageDestination, { isReplace = false, source }: GoOptions = {}): void {
    const entry = isReplace ? 'replace' : 'push';
    this.#start(
      createVisit({ url, hash, source, entry: isSame ? 'none' : entry, isFresh: isSame }),
    );
  }

  /** Follows the browser, whose current history entry is another one. */
  traverse(): void {
    const { place, stage, progress, history } = this.#parts;
    place.remember();
    const { url, hash } = place.read();
    if (url !== this.page.url) {
      this.#start(createVisit({ url, hash, entry: 'traverse' }));
      return;
    }
    this.#drop();
    stage.keep();
    progress.end();
    this.#scene = { page: this.page, address: history.address };
    stage.move(history.address);
    place.enter(this.page);
    place.restore();
  }

  /** Follows other code, which has given the page that is shown another address. */
  follow(): void {
    const { place, stage, history } = this.#parts;
    place.remember();
    place.enter(this.page);
    this.#scene = { page: this.page, address: history.address };
    stage.move(history.address);
  }

  /** Loads what is shown again, without a word to the visitor. `isFresh`: all of it. */
  async refresh({ isFresh = false } = {}): Promise<void> {
    if (this.#visit) return;
    const { cache, client, reception } = this.#parts;
    const { url } = this.page;
    this.#behind?.abort();
    const controller = (this.#behind = new AbortController());
    const { signal } = controller;
    const held = isFresh ? [] : cache.listFresh(url, []);
    // It is shown as it is, and asked for again with the next visit.
    const answer = await client.load(url, { held, signal }).catch(() => undefined);
    if (signal.aborted || answer?.kind !== 'page') return;
    if (answer.page.url !== url) {
      this.#start(createVisit({ url: answer.page.url, entry: 'replace' }));
      return;
    }
    const page = reception.take(answer, signal);
    if (page && (await this.#hasCode(page)) && !signal.aborted) this.#renew(page, controller);
  }

  /** Forgets what has one of these tags, or everything; what is shown of it is loaded again. */
  invalidate(tags?: readonly string[]): void {
    const { cache } = this.#parts;
    cache.invalidate(tags);
    const isGone = !cache.find(this.page.url, { anyAge: true });
    if (isGone) void this.refresh();
  }

  /** Nothing is under way any longer. */
  settle(): void {
    this.#drop();
    this.#parts.stage.keep();
    this.#parts.progress.end();
  }

  #start(visit: Visit): void {
    this.#drop();
    this.#parts.stage.keep();
    this.#visit = visit;
    this.#parts.progress.start(this.#toHref(visit), visit.source);
    void this.#run(visit);
  }

  #drop(): void {
    this.#visit?.controller.abort();
    this.#behind?.abort();
    this.#visit = this.#behind = undefined;
  }

  async #run(visit: Visit): Promise<void> {
    const found = visit.isFresh
      ? undefined
      : this.#parts.cache.find(visit.url, { anyAge: visit.entry === 'traverse' });
    if (found) await this.#present(visit, found);
    else await this.#load(visit);
  }

  async #load(visit: Visit): Promise<void> {
    const { connection, progress, code } = this.#parts;
    const { url, source, controller } = visit;
    if (!connection.isOnline) {
      progress.hold(this.#toHref(visit), source);
      connection.whenOnline(() => this.#start(createVisit({ ...visit })), controller.signal);
      return;
    }
    code.anticipate(url.split('?', 1)[0] ?? url);
    const answer = await this.#ask(visit);
    if (controller.signal.aborted) return;
    if (answer) await this.#receive(visit, answer);
    else if (connection.isOnline) this.#leave(visit);
    else await this.#load(visit);
  }

  async #ask({ url, isFresh, controller }: Visit): Promise<PageAnswer | undefined> {
    const { cache, client } = this.#parts;
    const layouts = this.page.segments.slice(0, -1).map(({ key }) => key);
    const held = isFresh ? [] : cache.listFresh(url, layouts);
    return client.load(url, { held, signal: controller.signal }).catch(() => undefined);
  }

  async #receive(visit: Visit, answer: PageAnswer): Promise<void> {
    if (answer.kind === 'moved') this.#redirect(visit, answer.location);
    else if (answer.kind === 'page') await this.#accept(visit, answer);
    else this.#leave(visit);
  }

  async #accept(visit: Visit, answer: ReceivedPage): Promise<void> {
    const page = this.#parts.reception.take(answer, visit.controller.signal);
    if (page) await this.#present(visit, { page, isStale: false });
    // What it leaves out has been let go of meanwhile.
    else if (!visit.isFresh) await this.#load({ ...visit, isFresh: true });
    else this.#leave(visit);
  }

  #redirect(visit: Visit, location: string): void {
    const { departure, basePath } = this.#parts;
    const to = toDestination(location, this.#toHref(visit), basePath);
    const redirects = visit.redirects + 1;
    if (to.kind === 'page' && redirects <= MOST_REDIRECTS) {
      const { url, hash } = to;
      this.#start(createVisit({ ...visit, url, hash: hash || visit.hash, redirects }));
    } else if (to.kind === 'elsewhere') {
      departure.leave(to.href, { isReplace: visit.entry !== 'push' });
    } else this.#leave(visit);
  }

  async #present(
    visit: Visit,
    { page, isStale }: { readonly page: ShownPage; readonly isStale: boolean },
  ): Promise<void> {
    const hasCode = await this.#hasCode(page);
    if (visit.controller.signal.aborted) return;
    if (!hasCode) {
      this.#leave(visit);
      return;
    }
    const { place, stage } = this.#parts;
    const before = this.page;
    const address = this.#toAddress(visit, page);
    const scene: Scene = {
      page,
      address,
      onLeave: () => place.remember(),
      onCommit: () => {
        place.take(visit.entry, address);
        place.enter(page);
        this.#become(scene, visit.controller);
      },
      onShown: () => {
        place.arrive(visit, { page, before });
        if (isStale) void this.refresh();
      },
    };
    stage.show(scene);
  }

  #renew(page: ShownPage, controller: AbortController): void {
    const scene: Scene = {
      page,
      address: this.#scene.address,
      onCommit: () => this.#become(scene, controller),
      onShown: () => this.#parts.place.name(page),
    };
    this.#parts.stage.show(scene);
  }

  /** What is shown now; what still arrives for what was shown is not waited for. */
  #become(scene: Scene, controller: AbortController): void {
    this.#scene = scene;
    if (this.#arriving !== controller) this.#arriving?.abort();
    this.#arriving = controller;
    this.#visit = this.#behind = undefined;
    this.#parts.progress.end();
  }

  async #hasCode({ segments }: ShownPage): Promise<boolean> {
    return this.#parts.code.load(segments.map(({ view }) => view));
  }

  #leave(visit: Visit): void {
    this.#parts.departure.leave(this.#toHref(visit), { isReplace: visit.entry !== 'push' });
  }

  /** Other code may have given the entry an address of its own. */
  #toAddress({ entry, url, hash }: Visit, page: ShownPage): string {
    const { history, basePath } = this.#parts;
    return entry === 'traverse' && page.url === url ? history.address : basePath + page.url + hash;
  }

  #toHref({ entry, url, hash }: Visit): string {
    const { history, origin, basePath } = this.#parts;
    return origin + (entry === 'traverse' ? history.address : basePath + url + hash);
  }
}
