import { Injectable } from '@nestjs/common';
import type { Address, Flash } from '#shared';
import type { Request, Response } from 'express';
import { DocumentAnswer } from '../document/document-answer.ts';
import { FlashCookie } from '../flash/flash-cookie.ts';
import { getPageRequest } from '../request/page-request.ts';
import type { Body, PageAnswer } from '../answer/page-answer.ts';
import { PageDataAnswer } from './page-data-answer.ts';
import { PageTurns } from './page-turns.ts';

@Injectable()
export class PageAnswers {
  constructor(
    private readonly documents: DocumentAnswer,
    private readonly pageData: PageDataAnswer,
    private readonly flashes: FlashCookie,
    private readonly turns: PageTurns,
  ) {}

  /** Rejects with a view's error, and then leaves `response` unchanged. */
  async answer(request: Request, response: Response, answer: PageAnswer): Promise<Body> {
    await this.turns.take(request, response);
    const kept = this.flashes.find(request);
    const { action } = answer;
    const flash = action?.ok ? action.flash : kept;
    const { format, url } = getPageRequest(request);
    const answerWithFlash = flash ? { ...answer, flash: atPage(flash, url as Address) } : answer;
    const isData = format === 'data';
    const body = await (isData ? this.pageData : this.documents).answer(
      request,
      response,
      answerWithFlash,
    );
    this.turns.endUnread(response);
    if (kept) this.flashes.forget(request, response);
    // The browser must not store such a page, because the back button would show the message or the
    // result again.
    const isOnce = kept !== undefined || (action?.ok && action.state !== undefined);
    if (isOnce) response.set('Cache-Control', 'private, no-store');
    return body;
  }
}

/**
 * Adds the page's address to `undo`, because the visitor may already be on another page when they
 * undo.
 */
function atPage(flash: Flash, at: Address): Flash {
  return flash.undo ? { ...flash, undo: { at, ...flash.undo } } : flash;
}
