import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { endAfterDiscarding } from '#http';
import { errorCatalogue } from '#shared';
import { allowKnownHosts } from '../document/known-hosts.ts';
import { escapeHtml } from '../head/escape-html.ts';
import type { Intake } from '../health/intake.ts';

const RETRY_AFTER_S = 5;

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;padding:4rem 1.5rem;font:1rem/1.5 system-ui,sans-serif}' +
  'main{max-width:36rem;margin:auto}h1{font-size:1.25rem;font-weight:600}';

const standInPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

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

interface StandInText {
  readonly name: string;
  readonly kept?: string | undefined;
  readonly isChange: boolean;
}

function toStandInSentences({ name, kept, isChange }: StandInText): string[] {
  return [
    `${name} waits for its database, which does not answer or is being upgraded.`,
    ...(kept === undefined ? [] : [kept]),
    isChange
      ? 'Your request was not carried out. Go back and send it again later.'
      : `This page tries again every ${RETRY_AFTER_S} seconds.`,
  ];
}

function toStandInPage(text: StandInText): string {
  const title = `${text.name} is waiting`;
  const refresh = text.isChange ? '' : `<meta http-equiv="refresh" content="${RETRY_AFTER_S}">`;
  const sentences = toStandInSentences(text).map((line) => `<p>${escapeHtml(line)}</p>`);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `${refresh}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1>${sentences.join('')}</main></body></html>`
  );
}
