import type { IncomingMessage } from 'node:http';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { flashLimits } from '#shared';
import type { Flash as Message } from '#shared';

/** Says what was done; the last of several counts, and none of an action that fails. */
export type TellFlash = (message: Message) => void;

const drafts = new WeakMap<IncomingMessage, Message>();

/** What the action that runs for a request has said so far. */
export function findDraft(request: IncomingMessage): Message | undefined {
  return drafts.get(request);
}

/**
 * Gives an action what tells the visitor, on the page that is shown after it, wherever that is, and once:
 *
 * `resolve(@Body() { ids }: ResolveDto, @Flash() flash: TellFlash) { … flash({ text: '3 issues resolved.' }); }`
 *
 * `undo` names an action of that page, which takes it back.
 */
export const Flash = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TellFlash => {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    return ({ text, ...rest }) =>
      void drafts.set(request, { text: text.slice(0, flashLimits.textLength), ...rest });
  },
);
