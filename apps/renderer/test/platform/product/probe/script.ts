import {
  ForbiddenException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { Request } from 'express';
import { RedirectException } from '../../../../src/rendering/index.ts';
import { at } from '../browser/at.ts';

/** Header in which a spec says what happens where: `guard.frame=401, page=500`. */
export const SCRIPT_HEADER = 'x-script';

/** Notes every place that a request passes, and fails there as the request's header says. */
@Injectable()
export class Script {
  readonly calls: string[] = [];
  private readonly gates = new Map<string, () => void>();
  private readonly waiting = new Set<() => void>();

  pass(place: string, request: Request): void {
    this.calls.push(place);
    const scripted = new Map(
      String(request.headers[SCRIPT_HEADER] ?? '')
        .split(/, */)
        .map(
          (part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const,
        ),
    );
    const ending = scripted.get(place);
    if (ending) throw toError(ending);
  }

  async wait(gate: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.gates.set(gate, resolve);
      this.waiting.add(resolve);
    });
  }

  isWaiting(gate: string): boolean {
    return this.gates.has(gate);
  }

  open(gate: string): void {
    this.gates.get(gate)?.();
    this.gates.delete(gate);
  }

  /** Lets all go on, so that no deadline of theirs runs out in the log of a later platform. */
  end(): void {
    for (const resolve of this.waiting) resolve();
  }

  take(): string[] {
    return this.calls.splice(0);
  }
}

/** Returns the exception for `401`, `403`, `404` or `500`, or for a redirect like `303:/shelf`. */
export function toError(ending: string): unknown {
  switch (ending) {
    case '401':
      return new UnauthorizedException('a secret reason');
    case '403':
      return new ForbiddenException('a secret reason');
    case '404':
      return new NotFoundException('a secret reason');
    case '500':
      return new Error('a secret of the server');
    default: {
      const status = Number(ending.slice(0, 3));
      return new RedirectException(at(ending.slice(4)), status as 303);
    }
  }
}
