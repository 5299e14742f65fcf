import { Injectable } from '@nestjs/common';
import type { ActionState } from '#shared';
import type { Request, Response } from 'express';
import { findDraft } from '../flash/flash.decorator.ts';
import { RedirectException } from '../pages/redirect.exception.ts';
import { RenderingOptions } from '../rendering.options.ts';
import { getPageRequest } from '../request/page-request.ts';
import { noteSettled, noteThrown } from './action-request.ts';
import { ActionRefusal } from './action-refusal.ts';
import { readActionBody } from './body/action-body.ts';
import type { Fields } from './body/fields.ts';
import { applySetCookies } from '../request/cookies-set.ts';
import { InvalidFieldsException } from './invalid-fields.exception.ts';
import { findOtherPerson } from './other-person.ts';
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
    private readonly options: RenderingOptions,
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
    const other = !action?.metadata.signsIn && findOtherPerson(request, this.options);
    if (other) throw other;
    if (!action) throw new ActionRefusal(404, 'This page has no such action.', true);
    const { isRepeatable, signsIn } = action.metadata;
    await action.method.passGuards(request, response);
    const { fields, bytes: body } = await readActionBody(request, action.metadata);
    request.body = fields;
    const run = (): Promise<SettledAction> => settle(action, request, response);
    const submit = { request, response, action: name, body, isRepeatable };
    const settled = await (signsIn ? run() : this.submits.runOnce(submit, run));
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
    const done = { status: 'done' as const, errors: {}, fields: {}, result: result ?? null };
    return {
      ok: true,
      result,
      invalidated,
      flash,
      state: metadata.showsResult ? { name: metadata.name, ...done, isOnce: true } : undefined,
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
