import { Injectable } from '@nestjs/common';
import type { ActionState } from '#shared';
import type { Request, Response } from 'express';
import { findDraft } from '../flash/flash.decorator.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { getPageRequest } from '../request/page-request.ts';
import { noteSettled, noteThrown } from './action-request.ts';
import { ActionRefusal } from './action-refusal.ts';
import { readActionBody } from './body/action-body.ts';
import type { Fields } from './body/fields.ts';
import { applySetCookies } from '../request/cookies-set.ts';
import { InvalidFieldsException } from './invalid-fields.exception.ts';
import { PageActions } from './page-actions.ts';
import type { PageAction } from './page-actions.ts';
import type { SettledAction } from './settled-action.ts';
import { Submits } from './submits.ts';
import { isSecret } from './secret.decorator.ts';

type Constructor = abstract new (...dependencies: never[]) => unknown;

@Injectable()
export class ActionRunner {
  constructor(
    private readonly actions: PageActions,
    private readonly submits: Submits,
  ) {}

  /**
   * Runs the action that the request names. `page` is the controller's method that answers at the
   * request's address. Rejects with an `ActionRefusal`, with errors of guards, and with errors of
   * the action other than `InvalidFieldsException`.
   */
  async run(
    controller: Constructor,
    page: unknown,
    request: Request,
    response: Response,
  ): Promise<SettledAction> {
    const { action: name = '' } = getPageRequest(request);
    const action = this.actions.find(controller, page, name);
    if (!action) throw new ActionRefusal(404, 'This page has no such action.', true);
    await action.method.passGuards(request, response);
    const { fields, hash } = await readActionBody(request, action.metadata);
    request.body = fields;
    const run = (): Promise<SettledAction> => settle(action, request, response);
    const { isRepeatable, showsResult: isShownOnce } = action.metadata;
    const submit = { request, response, action: name, hash, isShownOnce };
    const settled = await (isRepeatable ? this.submits.runOnce(submit, run) : run());
    applySetCookies(request, response);
    noteSettled(request, settled);
    return settled;
  }
}

async function settle(
  { metadata, method, dto }: PageAction,
  request: Request,
  response: Response,
): Promise<SettledAction> {
  try {
    const result: unknown = await method.call(request, response);
    const invalidated = metadata.invalidates?.(result);
    const flash = findDraft(request);
    const shown = { status: 'done' as const, errors: {}, fields: {}, result: result ?? null };
    return {
      ok: true,
      result,
      ...(invalidated ? { invalidated } : {}),
      ...(flash ? { flash } : {}),
      ...(metadata.showsResult ? { state: { name: metadata.name, ...shown } } : {}),
    };
  } catch (error) {
    if (error instanceof RedirectException) throw withFlash(error, findDraft(request));
    if (!(error instanceof InvalidFieldsException)) {
      noteThrown(request, error);
      throw error;
    }
    const fields = toEchoed(request.body as Fields, dto);
    return {
      ok: false,
      state: { name: metadata.name, status: 'invalid', errors: error.errors, fields },
    };
  }
}

function withFlash(
  { address, redirectStatus, flash }: RedirectException,
  said = flash,
): RedirectException {
  return new RedirectException(address, redirectStatus, said);
}

/**
 * Returns the submitted values that the form shows again: strings and lists of strings, but no
 * secrets.
 */
function toEchoed(fields: Fields, dto: PageAction['dto']): ActionState['fields'] {
  const isText = (value: unknown): boolean => typeof value === 'string';
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        !isSecret(name, dto as { readonly prototype: object } | undefined) &&
        (isText(value) || (Array.isArray(value) && value.every(isText))),
    ),
  ) as ActionState['fields'];
}
