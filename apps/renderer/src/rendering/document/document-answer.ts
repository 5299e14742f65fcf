import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ErrataError, pageDataVersion, runtimeLimits, Scheduler } from '#shared';
import type { DeferredDatum, DocumentPayload } from '#shared';
import type { Request, Response } from 'express';
import { flushAfter } from '../answer/flush-after.ts';
import type { Body, PageAnswer } from '../answer/page-answer.ts';
import { ClientBuild } from '../build/client-build.ts';
import type { PageAssets } from '../build/client-build.ts';
import { ViewRenderer } from '../build/view-renderer.ts';
import { DeferredSettler } from '../deferred/deferred-settler.ts';
import { getTrace } from '../monitoring/request-trace.ts';
import { toTraceMetas } from '../monitoring/trace-metas.ts';
import { FaultLog } from '../outcomes/fault-log.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { toWholeAddress } from '../request/canonical-address.ts';
import { getPageRequest } from '../request/page-request.ts';
import { getVisitorSignal } from '../request/visitor-signal.ts';
import { toDocumentFrame } from './document.ts';
import type { DocumentFrame, DocumentParts } from './document.ts';
import { streamDocument } from './document-stream.ts';
import { getNonce } from './nonce.ts';

/** A view may wait for something else than data, which nothing bounds. */
const DEADLINE_MS = runtimeLimits.deferredDeadlineMs + 1000;

type Page = Omit<DocumentPayload, 'boot'>;

/**
 * Answers as a document. What has nothing deferred is rendered in one go, which is the faster way, and
 * sent with its length; the rest is streamed.
 */
@Injectable()
export class DocumentAnswer {
  private readonly assets = new WeakMap<PageAssets, DocumentAssets>();

  constructor(
    private readonly options: RenderingOptions,
    private readonly build: ClientBuild,
    private readonly views: ViewRenderer,
    private readonly settler: DeferredSettler,
    private readonly faults: FaultLog,
    private readonly scheduler: Scheduler,
  ) {}

  /** Sets status, type and preloads on `response`. Rejects with what a view throws, the response untouched. */
  async answer(request: Request, response: Response, answer: PageAnswer): Promise<Body> {
    if (answer.segments.every(({ deferred }) => deferred.size === 0)) {
      return this.sendWhole(request, response, answer, []);
    }
    const settling = this.settler.settle(answer, request, response);
    if (getPageRequest(request).whole) {
      return this.sendWhole(request, response, answer, await Promise.all(settling));
    }
    return this.stream(request, response, answer, settling);
  }

  private async sendWhole(
    request: Request,
    response: Response,
    answer: PageAnswer,
    settled: readonly DeferredDatum[],
  ): Promise<string> {
    const page = this.toPage(request, answer, settled);
    const { start, afterTree, end } = this.toFrame(request, response, page);
    const html = await this.views.render(page, {
      before: start,
      after: afterTree + end,
      getDeadline: () => this.toDeadline(response),
    });
    this.setHeaders(response, page);
    return html;
  }

  private async stream(
    request: Request,
    response: Response,
    answer: PageAnswer,
    settling: readonly Promise<DeferredDatum>[],
  ): Promise<Body> {
    const page = this.toPage(request, answer, []);
    const signal = getVisitorSignal(response);
    const nonce = getNonce(response);
    let isOver = false;
    const stream = await this.views.stream(page, {
      nonce,
      deadline: this.toDeadline(response),
      // What stops with the answer is no fault.
      onFault: (error) => {
        if (!isOver && !signal.aborted) this.faults.tell(error, request);
      },
    });
    const frame = this.toFrame(request, response, page);
    this.setHeaders(response, page);
    if (request.method === 'HEAD') {
      isOver = true;
      stream.abort(new Error('Only the headers were asked for.'));
      return Readable.from([]);
    }
    const pieces = streamDocument({ frame, stream, settling, nonce, signal });
    return flushAfter(response, Readable.from(pieces));
  }

  /** Aborted when the visitor leaves, and when even the latest datum has had its time. */
  private toDeadline(response: Response): AbortSignal {
    const controller = new AbortController();
    const cancel = this.scheduler.runAfter(DEADLINE_MS, () => {
      controller.abort(new ErrataError('page.datum_late'));
    });
    response.once('close', cancel);
    return AbortSignal.any([getVisitorSignal(response), controller.signal]);
  }

  private toPage(
    request: Request,
    { status, segments, staleMs }: PageAnswer,
    settled: readonly DeferredDatum[],
  ): Page {
    const outcomes = settled.map((datum) => ('outcome' in datum ? datum.outcome.status : 0));
    return {
      basePath: this.options.basePath,
      page: {
        v: pageDataVersion,
        build: this.build.id,
        url: getPageRequest(request).url,
        // Of several outcomes the gravest: a fault before what is not there.
        status: Math.max(status, ...outcomes),
        staleMs,
        segments: segments.map(({ segment }) => segment),
      },
      ...(settled.length > 0 ? { settled } : {}),
    };
  }

  private toFrame(request: Request, response: Response, page: Page): DocumentFrame {
    const { basePath, boot, applicationName, monitoring } = this.options;
    const { whole, url } = getPageRequest(request);
    const assets = this.assetsOf(page);
    const isLate = page.page.segments.some(({ deferred }) => deferred) && !page.settled;
    return toDocumentFrame({
      ...assets,
      payload: { ...page, boot },
      applicationName,
      nonce: getNonce(response),
      trace: monitoring ? toTraceMetas(getTrace(request), monitoring) : {},
      ...(isLate ? { wholeAddress: basePath + toWholeAddress(url) } : {}),
      ...(whole ? { canonicalAddress: basePath + url } : {}),
    });
  }

  private setHeaders(response: Response, page: Page): void {
    response.status(page.page.status).type('html').set('Link', this.assetsOf(page).link);
  }

  /** Worked out once for each set of views. */
  private assetsOf({ page }: Page): DocumentAssets {
    const assets = this.build.assetsOf(page.segments.map(({ view }) => view));
    let known = this.assets.get(assets);
    if (!known) {
      known = toDocumentAssets(assets, this.options.basePath);
      this.assets.set(assets, known);
    }
    return known;
  }
}

interface DocumentAssets extends Pick<
  DocumentParts,
  'script' | 'styles' | 'modulePreloads' | 'icon'
> {
  /** The header that names what is needed before the document has been read. */
  readonly link: string;
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
    ...(assets.icon ? { icon: toUrl(assets.icon) } : {}),
    link: [
      ...styles.map((href) => `<${href}>; rel=preload; as=style`),
      ...[script, ...chunks].map((href) => `<${href}>; rel=modulepreload`),
    ].join(', '),
  };
}
