import { Injectable } from '@nestjs/common';
import type { Address, Flash } from '#shared';
import type { Request, Response } from 'express';
import type { SettledAction } from '../actions/settled-action.ts';
import type { Chain } from '../chain/chain.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';
import { DocumentAnswer } from '../document/document-answer.ts';
import { FlashCookie } from '../flash/flash-cookie.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import type { Body, PageAnswer } from '../answer/page-answer.ts';
import { PageDataAnswer } from './page-data-answer.ts';
import { PageTurns } from './page-turns.ts';

interface SentTo {
  readonly location: string;
  readonly status: number;
  readonly flash: Flash | undefined;
}

@Injectable()
export class PageAnswers {
  constructor(
    private readonly documents: DocumentAnswer,
    private readonly pageData: PageDataAnswer,
    private readonly flashes: FlashCookie,
    private readonly turns: PageTurns,
    private readonly options: RenderingOptions,
  ) {}

  /**
   * Answers an action without loading the page, where possible: redirects a form without scripts,
   * and sends errors to a submit by script. Returns undefined when the page must be loaded.
   */
  answerEarly(
    action: SettledAction,
    chain: Chain,
    request: Request,
    response: Response,
  ): string | undefined {
    const { format, url } = getPageRequest(request);
    if (format === 'document') {
      if (!action.ok || action.state) return undefined;
      const location = this.options.basePath + url;
      return this.sendTo({ location, status: 303, flash: action.flash }, request, response);
    }
    if (action.ok) return undefined;
    const answer = { status: 422, chain, segments: [], staleMs: 0, action };
    return this.pageData.answer(request, response, answer) as string;
  }

  /** Redirects the browser itself, and keeps the flash message for the page that it opens. */
  sendTo({ location, status, flash }: SentTo, request: Request, response: Response): string {
    if (flash) this.flashes.keep(flash, request, response);
    response.status(status).set('Location', location).type('txt');
    return '';
  }

  /** Rejects with a view's error, and then leaves `response` unchanged. */
  async answer(request: Request, response: Response, answer: PageAnswer): Promise<Body> {
    await this.turns.take(request, response);
    const kept = this.flashes.find(request);
    const { action } = answer;
    const flash = action?.ok ? action.flash : kept;
    const { format, url } = getPageRequest(request);
    const isNamed = answer.segments.some(({ segment }) => segment.head.lang !== undefined);
    const lang = isNamed ? undefined : this.options.lang?.(request);
    const told: PageAnswer = {
      ...answer,
      segments: lang ? answer.segments.map((each) => inLanguage(each, lang)) : answer.segments,
      flash: flash && atPage(flash, url as Address),
    };
    const isData = format === 'data';
    const body = await (isData ? this.pageData : this.documents).answer(request, response, told);
    this.turns.endUnread(response);
    if (kept) this.flashes.forget(request, response);
    // The browser must not store such a page, because the back button would show the message or the
    // result again.
    const isOnce = kept !== undefined || (action?.ok && action.state !== undefined);
    if (isOnce) response.set('Cache-Control', 'private, no-store');
    return body;
  }
}

/** Layouts have the language, too, because a loading view stands in the head of its layouts. */
function inLanguage({ segment, deferred }: LoadedSegment, lang: string): LoadedSegment {
  const head = segment.data === undefined ? segment.head : { lang, ...segment.head };
  return { segment: { ...segment, head }, deferred };
}

/**
 * Adds the page's address to `undo`, because the visitor may already be on another page when they
 * undo.
 */
function atPage(flash: Flash, at: Address): Flash {
  return flash.undo ? { ...flash, undo: { at, ...flash.undo } } : flash;
}
