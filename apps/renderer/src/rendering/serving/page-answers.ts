import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DocumentAnswer } from '../document/document-answer.ts';
import { getPageRequest } from '../request/page-request.ts';
import type { Body, PageAnswer } from '../answer/page-answer.ts';
import { PageDataAnswer } from './page-data-answer.ts';

/** Answers in the format that was asked for. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly documents: DocumentAnswer,
    private readonly pageData: PageDataAnswer,
  ) {}

  /** Rejects with what a view throws, the response untouched. */
  async answer(request: Request, response: Response, answer: PageAnswer): Promise<Body> {
    return getPageRequest(request).format === 'data'
      ? this.pageData.answer(request, response, answer)
      : this.documents.answer(request, response, answer);
  }
}
