import { Injectable } from '@nestjs/common';
import { pageDataVersion } from '#shared';
import type { DeferredDatum } from '#shared';
import type { Request, Response } from 'express';
import { toPersonMark } from '../actions/other-person.ts';
import type { PageAnswer } from '../answer/page-answer.ts';
import { ClientBuild } from '../build/client-build.ts';
import type { PageAssets } from '../build/client-build.ts';
import type { PageToRender } from '../build/view-renderer.ts';
import { getTrace } from '../monitoring/request-trace.ts';
import { toTraceMetas } from '../monitoring/trace-metas.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { toWholeAddress } from '../request/canonical-address.ts';
import { isBot } from '../request/is-bot.ts';
import { getPageRequest } from '../request/page-request.ts';
import { getVisitorMark, isShared } from '../request/visitor-mark.ts';
import { PublishedRoutes } from '../routes/published-routes.ts';
import { toDocumentFrame } from './document.ts';
import type { DocumentFrame, DocumentParts } from './document.ts';
import { getNonce } from './nonce.ts';

@Injectable()
export class DocumentFrames {
  private readonly assets = new WeakMap<PageAssets, DocumentAssets>();

  constructor(
    private readonly options: RenderingOptions,
    private readonly build: ClientBuild,
    private readonly routes: PublishedRoutes,
  ) {}

  /** `settled` has all deferred data of the page, or is empty. */
  toPage(
    request: Request,
    response: Response,
    { status, segments, staleMs, action, flash }: PageAnswer,
    settled: readonly DeferredDatum[],
  ): PageToRender {
    const outcomes = settled.map((datum) => ('outcome' in datum ? datum.outcome.status : 0));
    // The highest status of several outcomes counts, so that a fault (500) outranks something
    // missing (404).
    const highest = Math.max(status, ...outcomes);
    const hidden = highest < 400 ? {} : { noindex: true };
    return {
      basePath: this.options.basePath,
      person: isShared(response) ? '' : toPersonMark(request, this.options),
      page: {
        v: pageDataVersion,
        build: this.build.id,
        url: getPageRequest(request).url,
        status: highest,
        staleMs,
        segments: segments.map(({ segment }) => ({
          ...segment,
          head: { ...segment.head, ...hidden },
        })),
      },
      settled: settled.length > 0 ? settled : undefined,
      action: action?.state,
      flash,
    };
  }

  toFrame(request: Request, response: Response, page: PageToRender): DocumentFrame {
    const { basePath, applicationName, monitoring } = this.options;
    const { whole, url } = getPageRequest(request);
    const isLate = page.page.segments.some(({ deferred }) => deferred) && !page.settled;
    const routeTable = basePath + this.routes.table.path;
    const mayPrefetch =
      page.page.status !== 401 &&
      !savesData(request) &&
      (this.options.mayPrefetch?.(request) ?? true);
    const visitor = getVisitorMark(request, response, this.options);
    const { viewFiles, ...assets } = this.assetsOf(page);
    return toDocumentFrame({
      ...assets,
      payload: {
        ...page,
        viewFiles,
        applicationName,
        routeTable,
        ...(visitor === undefined ? {} : { visitor }),
        ...(mayPrefetch ? {} : { mayPrefetch }),
        texts: this.options.texts?.(request),
        boot: this.options.boot(request),
      },
      nonce: getNonce(response),
      trace: monitoring ? toTraceMetas(getTrace(request), monitoring) : {},
      ...(isLate ? { wholeAddress: basePath + toWholeAddress(url) } : {}),
      ...(whole ? { canonicalAddress: basePath + url } : {}),
    });
  }

  toLink(page: PageToRender): string {
    return this.assetsOf(page).link;
  }

  private assetsOf({ page }: PageToRender): DocumentAssets {
    const assets = this.build.assetsOf(page.segments.map(({ view }) => view));
    let known = this.assets.get(assets);
    if (!known) {
      known = toDocumentAssets(assets, this.options.basePath);
      this.assets.set(assets, known);
    }
    return known;
  }
}

/** True for bots, and for visitors who ask for less data: https://wicg.github.io/savedata/ */
function savesData({ headers }: Request): boolean {
  return isBot(headers['user-agent']) || headers['save-data'] === 'on';
}

interface DocumentAssets extends Pick<
  DocumentParts,
  'script' | 'styles' | 'modulePreloads' | 'icon'
> {
  readonly link: string;
  readonly viewFiles: PageAssets['viewFiles'];
}

function toDocumentAssets(assets: PageAssets, basePath: string): DocumentAssets {
  const toUrl = (file: string): string => `${basePath}/${file}`;
  const [script, styles, chunks] = [
    toUrl(assets.script),
    assets.styles.map(toUrl),
    assets.chunks.map(toUrl),
  ];
  return {
    script,
    styles,
    modulePreloads: chunks,
    viewFiles: assets.viewFiles,
    icon: assets.icon ? toUrl(assets.icon) : undefined,
    link: [
      ...styles.map((href) => `<${href}>; rel=preload; as=style`),
      ...[script, ...chunks].map((href) => `<${href}>; rel=modulepreload`),
    ].join(', '),
  };
}
