import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { endAfterDiscarding } from '#http';
import { errorCatalogue } from '#shared';
import { allowKnownHosts } from '../document/known-hosts.ts';
import type { Intake } from '../health/intake.ts';
import {
  RETRY_AFTER_S,
  standInPolicy,
  toStandInPage,
  toStandInSentences,
} from './stand-in-page.ts';

export interface StandInOptions {
  readonly name: string;
  readonly publicOrigin: string;
  readonly intake: Intake;
}

/**
 * Answers in place of an application whose database is away. Health probes get the same kind of
 * answer as from the application; everything else gets 503 and a page that says why. Mount
 * middlewares that need no database before these.
 */
export function standInAnswers({ name, publicOrigin, intake }: StandInOptions): RequestHandler[] {
  return [
    allowKnownHosts(publicOrigin),
    (request: Request, response: Response, next: NextFunction) => {
      response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
      if (request.path === '/health/live') response.json({ status: 'live' });
      else if (request.path === '/health/ready') response.status(503).json(UNREADY);
      else if (request.path === '/health/intake') void answerIntake(intake, response);
      else next();
    },
    (request: Request, response: Response) => void answerPage(name, intake, request, response),
  ];
}

const UNREADY = {
  status: 'unready',
  problems: [errorCatalogue['database.unavailable'].message],
};

async function answerIntake(intake: Intake, response: Response): Promise<void> {
  const isTaking = await intake.isTaking();
  response.status(isTaking ? 200 : 503).json({ status: isTaking ? 'ready' : 'unready' });
}

/**
 * Answers 503 as a page, as JSON or as text. An action gets text, which the form shows. Discards
 * the request's body.
 */
async function answerPage(
  name: string,
  intake: Intake,
  request: Request,
  response: Response,
): Promise<void> {
  const isChange = !['GET', 'HEAD'].includes(request.method);
  const text = { name, kept: await intake.describe(), isChange };
  response
    .status(503)
    .vary('Accept')
    .set({ 'Retry-After': String(RETRY_AFTER_S), 'Content-Security-Policy': standInPolicy });
  const sentences = toStandInSentences(text);
  const form = request.get('Action') ? 'text' : request.accepts(['html', 'json', 'text']);
  const [type, body] =
    form === 'html'
      ? ['html', toStandInPage(text)]
      : form === 'json'
        ? ['json', JSON.stringify({ detail: sentences.slice(0, -1).join(' ') })]
        : ['txt', `${sentences.join(' ')}\n`];
  response.type(type);
  if (!isChange) {
    response.send(body);
    return;
  }
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) });
  response.write(body);
  endAfterDiscarding(request, response);
}
