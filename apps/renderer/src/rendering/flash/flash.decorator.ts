import type { IncomingMessage } from 'node:http';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { flashLimits } from '#shared';
import type { Flash as Message } from '#shared';

/**
 * Tells the visitor what an action did. Only the last message of an action is shown, and none when
 * the action fails.
 *
 * ```ts
 * function tellResolved(flash: TellFlash, count: number): void {
 *   flash({ text: `${count} issues resolved.` });
 * }
 * ```
 */
export type TellFlash = (message: Message) => void;

const drafts = new WeakMap<IncomingMessage, Message>();

export function findDraft(request: IncomingMessage): Message | undefined {
  return drafts.get(request);
}

/**
 * Injects a function that shows the visitor a message once, on the page that follows the action.
 * The message's `undo` names an action of that page that reverses the change.
 *
 * ```ts
 * @Action('rename')
 * async rename(@Body() { name }: NameDto, @Flash() flash: TellFlash): Promise<void> {
 *   const before = await this.projects.rename(name);
 *   flash({ text: 'Name saved.', undo: { action: 'rename', fields: { name: before } } });
 * }
 * ```
 */
export const Flash = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TellFlash => {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    return ({ text, ...rest }) =>
      void drafts.set(request, { text: text.slice(0, flashLimits.textLength), ...rest });
  },
);
